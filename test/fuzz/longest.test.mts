import { appendFileSync } from 'node:fs';
import { withoutSecrets } from '../../client/api/account';
import { appIdIn, parseAppId, readAppName } from '../../client/api/apps';
import { boundToken, tokenFor } from '../../client/api/callbackToken';
import { callbackHeaders, taskHeaderPrefix } from '../../client/api/callbackHeaders';
import { createdId, readCreateRequest } from '../../client/api/creates';
import { readBody } from '../../client/api/envelope';
import { modelPath } from '../../client/api/models';
import { requireApiKey, requireCallbackToken } from '../../client/api/ownSecrets';
import { readOutputs } from '../../client/api/taskOutputs';
import { readTaskResult } from '../../client/api/taskResult';
import { readTaskStatus } from '../../client/api/taskStatus';
import { readUploadCredentials } from '../../client/files/uploadCredentials';
import { contentTypeOf, uploadName } from '../../client/files/uploadedFile';
import { readStorageError } from '../../client/files/uploadErrors';
import { appInputs } from '../../client/inputs/appInputs';
import { collectRejections } from '../../client/inputs/rejections';
import { drawSeeds, resolveInputs } from '../../client/inputs/resolve';
import { readInputSchema } from '../../client/inputs/schema';
import { excessOfText, excessOfValue } from '../../client/parsing/bounds';
import { userFileName } from '../../client/parsing/fileNames';
import { isPrivateHost } from '../../client/parsing/privateHosts';
import { createRedactor } from '../../client/parsing/redact';
import { askedPauseMs } from '../../client/parsing/retryAfter';
import { excerpt, quotedValue, say } from '../../client/parsing/say';
import { exactNumberOf, readJson } from '../../client/parsing/scalars';
import { serviceTimeToIso } from '../../client/parsing/serviceTime';
import { normalizedAddress, parseHttpUrl } from '../../client/parsing/urls';
import { settleSync } from '../../client/settle';
import { hashOf } from '../../client/tasks/sameWork';
import { boundedForModel } from '../../nodes/AiApp/io/items/boundedForModel';
import { callbackItem } from '../../nodes/AiApp/io/items/taskItems';
import { resultMarkdown } from '../../nodes/AiApp/io/stream/markdown';
import { shownFields } from '../../nodes/AiApp/form/shownFields';
import { toolLabels } from '../../nodes/AiApp/form/toolLabels';
import {
	canBeFilledIn,
	decodeFieldId,
	encodeFieldId,
	harmless,
	ownValue,
} from '../../nodes/AiApp/form/untrustedText';
import {
	bodyWithoutSecrets,
	recordWithoutSecrets,
	secretRedactor,
} from '../../nodes/AiApp/transport/withoutSecrets';
import { settingsOf } from '../../nodes/AiApp/transport/credential';
import { cpuSeconds } from '../cpu.mts';

/**
 * What others can make long, at its longest: n8n does nothing else meanwhile. A busy machine takes several
 * times as long as a quiet one, so the bound is wide; LONGEST_RESULTS names a file for the figures.
 */
const RESULTS = process.env['LONGEST_RESULTS'];
const BOUND_SECONDS = 3;

const MB = 1024 ** 2;
/** What n8n takes as a body, and what the node takes as an answer. */
const [BODY, ANSWER, RECORD, STATUS] = [16 * MB, 10 * MB, 2 * MB, 256 * 1024];
/** What a form may have. */
const FORM = 2_000_000;

/** How often a piece fits into so many bytes, in those that it has on the way: as JSON. */
const repeats = (bytes: number, piece: string) =>
	Math.floor(bytes / (Buffer.byteLength(JSON.stringify(piece)) - 2));

const full = (bytes: number, piece: string) => piece.repeat(repeats(bytes, piece));

const KEY = 'sk-q8Zr3TnVw51xYbKd90PmLcHs7EaUfGh72';
const redact = secretRedactor([KEY, 'callback-token-0123456789']);

const PIECES = {
	words: 'word ',
	'letters that are long in UTF-8': 'Ж',
	'letters that grow in lower case': 'İ',
	spaces: ' ',
	brackets: '[',
	backslashes: '\\',
	quotes: '\\"',
	slashes: '/',
	dots: '.',
	digits: '9',
	'invisible characters': '\u200d',
	emoji: '👩‍👩‍👧',
	'escapes of URLs': '%25',
	'escapes of JSON': '\\u0041',
	'escapes of HTML': '&amp;',
	braces: '{{',
	'control characters': '\u0001',
	links: 'https://a.example/?x ',
} as const;

/** Each function with the longest text that it may get. */
const ofText: Readonly<Record<string, readonly [number, (text: string) => unknown]>> = {
	appIdIn: [BODY, appIdIn],
	askedPauseMs: [STATUS, (text) => askedPauseMs(429, { 'retry-after': text })],
	bodyWithoutSecrets: [RECORD, (text) => bodyWithoutSecrets(text, redact)],
	canBeFilledIn: [20_000, canBeFilledIn],
	callbackHeaders: [
		BODY,
		(text) =>
			callbackHeaders('X-', { url: text, token: undefined, headers: [] }) &&
			callbackHeaders('X-', {
				url: 'https://a.example',
				token: '',
				headers: [{ name: text, value: text }],
			}),
	],
	contentTypeOf: [BODY, (text) => contentTypeOf(text, text)],
	createRedactor: [BODY, (text) => createRedactor([text])],
	decodeFieldId: [300 * 500, decodeFieldId],
	encodeFieldId: [FORM, encodeFieldId],
	exactNumberOf: [BODY, exactNumberOf],
	excerpt: [BODY, (text) => excerpt(text)],
	excessOfText: [BODY, excessOfText],
	harmless: [FORM, harmless],
	hashOf: [BODY, (text) => hashOf({ of: 1, inputs: { text } })],
	isPrivateHost: [16_384, isPrivateHost],
	modelPath: [BODY, modelPath],
	normalizedAddress: [BODY, (text) => normalizedAddress(`https://${text}`)],
	ownValue: [BODY, (text) => ownValue(`\u200b${text}`, () => ['a'])],
	parseAppId: [BODY, parseAppId],
	parseHttpUrl: [BODY, (text) => parseHttpUrl(`https://${text}`)],
	'parseHttpUrl, at its limit': [16_370, (text) => parseHttpUrl(`https://${text}`)],
	quotedValue: [BODY, quotedValue],
	readAppName: [ANSWER, (name) => readAppName({ name })],
	readBody: [ANSWER, (body) => readBody({ status: 200, headers: {}, body })],
	'readBody, refused': [ANSWER, (body) => readBody({ status: 422, headers: {}, body })],
	'readInputSchema, label': [
		ANSWER,
		(text) => readInputSchema({ input_nodes: [{ variable_name: 'a', field_label: text }] }),
	],
	'readInputSchema, key, type and default': [
		ANSWER / 4,
		(text) =>
			readInputSchema({
				input_nodes: [
					{ variable_name: text, field_type: text, node_type: text, field_value: text },
				],
			}),
	],
	readJson: [BODY, (text) => excessOfText(text) ?? readJson(text)],
	'readOutputs, one text': [ANSWER, (text) => readOutputs({ texts: [text] }, 'r-1')],
	readStorageError: [MB, (text) => readStorageError(`<Code>a</Code><Message>${text}`, [KEY])],
	readTaskStatus: [
		STATUS,
		(text) =>
			readTaskStatus({
				status: text,
				created_at: text,
				error_message: text,
				inference_cost_time: text,
			}),
	],
	readUploadCredentials: [
		RECORD,
		(region) => readUploadCredentials({ storage: { endpoint: 'a', bucket: 'b', region } }),
	],
	requireApiKey: [BODY, requireApiKey],
	requireCallbackToken: [BODY, requireCallbackToken],
	'resolveInputs, value': [BODY, (text) => resolved({ a: text, b: text, c: text, d: text })],
	'resolveInputs, name': [BODY, (text) => resolved({ [text]: 'x' })],
	resultMarkdown: [ANSWER, (text) => resultMarkdown(resultOf({ texts: [text] }), [])],
	say: [BODY, (text) => say`${text}`],
	serviceTimeToIso: [STATUS, serviceTimeToIso],
	settingsOf: [
		BODY,
		(text) => settingsOf({ taskHeaderPrefix: text, savedApps: text, apiKey: text }),
	],
	taskHeaderPrefix: [BODY, taskHeaderPrefix],
	tokenFor: [
		BODY,
		(allowedUrls) =>
			tokenFor('https://a.example', {
				token: KEY,
				ownOrigins: [],
				allowedUrls: `https://${allowedUrls}`,
			}),
	],
	uploadName: [BODY, (name) => uploadName({ name: `${name}.png`, mimeType: '' })],
	userFileName: [BODY, (text) => userFileName(text, 0, 'r-1_1.png')],
};

const APP = appInputs(
	readInputSchema({
		input_nodes: [
			{ variable_name: 'a', field_type: 'string' },
			{ variable_name: 'b', field_type: 'int' },
			{ variable_name: 'c', field_type: 'image' },
			{ variable_name: 'd', field_type: 'combo', field_options: '["x","y"]' },
		],
	}),
);

const resolved = (values: Readonly<Record<string, unknown>>, app = APP) => {
	const given = { values, overrides: [], binaryFields: ['data'], isJson: true };
	resolveInputs(app, given, collectRejections());
};

const resultOf = (outputs: unknown) =>
	readTaskResult({ request_id: 'r-1', status: 'Success', outputs });

const list = <Value,>(count: number, each: (n: number) => Value) =>
	Array.from({ length: count }, (_, n) => each(n));
const record = <Value,>(count: number, each: (n: number) => Value) =>
	Object.fromEntries(list(count, (n) => [`name ${n}`, each(n)]));

/** As many inputs, choices and letters as an app may have. */
const HUGE_APP = {
	input_nodes: list(2_000, (n) => ({
		variable_name: `${n}:Node.f${n}`,
		field_label: full(3_000, 'Label Ж'),
		field_type: 'combo',
		field_options: JSON.stringify(list(10, (c) => `{{${c}${full(100, '{')}`)),
	})),
};
const HUGE = readInputSchema(HUGE_APP);
const HUGE_INPUTS = appInputs(HUGE);
const MANY_OUTPUTS = list(66_000, (n) => ({ object_url: `https://a.example/${n}.png`, a: 1 }));
const NAMES = list(2_000, (n) => [`${n}${'İ'.repeat(3_000)}`, 'x'] as const);

/** Functions of values, with as many of them as may be. */
const ofValues: Readonly<Record<string, () => unknown>> = {
	'appInputs, 2,000 inputs of 10 MB': () => appInputs(HUGE),
	'bodyWithoutSecrets, 2 MB with a key': () =>
		bodyWithoutSecrets(
			JSON.stringify({ a: KEY, b: list(90_000, (n) => `${n}-text-of-it`) }),
			redact,
		),
	'bodyWithoutSecrets, 2 MB of keys': () => bodyWithoutSecrets(full(RECORD, KEY), redact),
	'bodyWithoutSecrets, 10 MB of words': () => bodyWithoutSecrets(full(ANSWER, 'word '), redact),
	'boundedForModel, 200,000 values': () =>
		boundedForModel({ json: { a: list(199_000, (n) => `${n}`) } }),
	'boundToken, 16 MB': () => boundToken(full(BODY, 'a'), 'https://a.example'),
	'callbackItem, 1,000 outputs': () => callbackItem(resultOf(MANY_OUTPUTS), {}),
	'createdId, 200,000 values': () => createdId(record(199_000, (n) => n)),
	'drawSeeds, 2,000 overrides': () =>
		drawSeeds(
			HUGE_INPUTS,
			NAMES.map(([key]) => ({ key, value: 'x' })),
			() => 0.5,
		),
	'withoutSecrets, 20,000 values': () => withoutSecrets(record(20_000, (n) => `${n}`)),
	'excessOfValue, 16 MB of values': () => excessOfValue(list(199_999, (n) => [n])),
	'hashOf, 20,000 values': () => hashOf(record(20_000, (n) => `value ${n}`)),
	'readCreateRequest, 20,000 members': () => readCreateRequest(record(20_000, (n) => n) as never),
	'readInputSchema, 2,000 inputs of 10 MB': () => readInputSchema(HUGE_APP),
	'readOutputs, 66,000 outputs': () => readOutputs(MANY_OUTPUTS, 'r-1'),
	'recordWithoutSecrets, 2 MB of values': () =>
		recordWithoutSecrets(
			record(60_000, (n) => `value number ${n}`),
			redact,
		),
	'resolveInputs, 2,000 long names': () => resolved(Object.fromEntries(NAMES), HUGE_INPUTS),
	'resolveInputs, 2,000 wrong choices': () =>
		resolved(Object.fromEntries(HUGE.map(({ key }) => [key, 'no choice'])), HUGE_INPUTS),
	'resolveInputs, 2,000 right choices': () =>
		resolved(
			Object.fromEntries(HUGE.map(({ key, choices }) => [key, choices.at(-1)?.value])),
			HUGE_INPUTS,
		),
	'resultMarkdown, 1,000 outputs': () => resultMarkdown(resultOf(MANY_OUTPUTS), []),
	'secretRedactor, 1,000 tokens': () =>
		secretRedactor(list(1_000, (n) => boundToken(KEY, `https://a.example/${n}`))),
	'shownFields, 2,000 inputs of 10 MB': () => shownFields(HUGE),
	'toolLabels, 500 inputs': () => toolLabels(shownFields(HUGE)),
};

function measured(name: string, size: number, work: () => unknown): number {
	const seconds = cpuSeconds(() => settleSync(work), BOUND_SECONDS);
	if (RESULTS)
		appendFileSync(RESULTS, `${JSON.stringify({ name, size, ms: Math.round(seconds * 1e3) })}\n`);
	return seconds;
}

describe.each(Object.entries(PIECES))('a text of %s at its longest', (letters, piece) => {
	// A part of a long text takes no time to make, a text of 16 MB does.
	let longest: string;

	beforeAll(() => (longest = full(BODY, piece)));

	afterAll(() => (longest = ''));

	it.each(Object.entries(ofText))('is read at once: %s', (name, [size, work]) => {
		const text = longest.slice(0, repeats(size, piece) * piece.length);
		settleSync(() => work(text.slice(0, 1_000)));

		expect(measured(`${name}, ${letters}`, size, () => work(text))).toBeLessThan(BOUND_SECONDS);
	});
});

it.each(Object.entries(ofValues))(
	'as many values as there may be are read at once: %s',
	(name, work) => {
		expect(measured(name, 0, work)).toBeLessThan(BOUND_SECONDS);
	},
);
