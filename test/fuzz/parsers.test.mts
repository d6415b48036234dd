import { validateHeaderName, validateHeaderValue } from 'node:http';
import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import type { IWebhookFunctions } from 'n8n-workflow';
import { knownFields } from '../../client/api/account';
import { callbackHeaders, taskHeaderPrefix } from '../../client/api/callbackHeaders';
import { requireCallbackToken } from '../../client/api/ownSecrets';
import { createdId } from '../../client/api/creates';
import { createEndpoints } from '../../client/api/endpoints';
import { phaseOf } from '../../client/api/lifecycle';
import { modelPath } from '../../client/api/models';
import { asRequestId } from '../../client/api/requestId';
import { readTaskOutputs } from '../../client/api/taskOutputs';
import { readTaskResult } from '../../client/api/taskResult';
import { readTaskStatus } from '../../client/api/taskStatus';
import type { AiAppError } from '../../client/errors/AiAppError';
import { storageUrl } from '../../client/files/signing/objectUrl';
import { readUploadCredentials, requireSafeStorage } from '../../client/files/uploadCredentials';
import { readStorageError } from '../../client/files/uploadErrors';
import { readUploadedFile, contentTypeOf, uploadName } from '../../client/files/uploadedFile';
import { appInputs } from '../../client/inputs/appInputs';
import { choicesOf, optionsOf } from '../../client/inputs/choices';
import { fileKindOf } from '../../client/inputs/media';
import { drawSeeds } from '../../client/inputs/seeds';
import { readInputSchema, type InputField } from '../../client/inputs/schema';
import { rangeText } from '../../client/inputs/validate';
import { userFileName } from '../../client/parsing/fileNames';
import { isPrivateHost } from '../../client/parsing/privateHosts';
import { canonicalJson, parseJson } from '../../client/parsing/scalars';
import { normalizedAddress, parseHttpUrl } from '../../client/parsing/urls';
import { inputTemplate } from '../../nodes/AiApp/actions/app/get.operation';
import { appItem } from '../../nodes/AiApp/io/items/appItem';
import { harmless, encodeFieldId, decodeFieldId } from '../../nodes/AiApp/form/untrustedText';
import { settingsOf } from '../../nodes/AiApp/transport/credential';
import { isFromService, taskHeadersOf } from '../../nodes/AiApp/trigger/authenticate';
import { receive } from '../../nodes/AiApp/trigger/receive';
import { isBug } from '../client/errors.mts';
import { readPayload } from '../client/api/payload.mts';
import { resolveOrThrow } from '../client/inputs/resolveOrThrow.mts';
import { fuzz } from './fuzz.mts';
import { hostileRecord, hostileText, hostileJson } from './hostile.mts';
import { orRefused } from './refusals.mts';

const MEMBERS = [
	...['code', 'message', 'data', 'request_id', 'requestId', 'status', 'outputs', 'error_message'],
	...['cost_times', 'queue_info', 'object_url', 'output_ext', 'error_type', 'audit_status', 'url'],
];

const GRANT = [
	...['endpoint', 'bucket', 'region', 'object_key', 'access_key_id', 'access_key_secret'],
	...['security_token', 'access_url'],
];

const answer = fc.record({
	status: fc.constantFrom(200, 200, 200, 201, 302, 400, 401, 404, 429, 500),
	headers: fc.record({ 'retry-after': hostileText }),
	body: fc.oneof(
		hostileRecord(...MEMBERS).map((record) => JSON.stringify(record)),
		hostileRecord(...MEMBERS).map((data) => JSON.stringify({ code: 20000, data })),
		hostileRecord(...MEMBERS).map((record) => JSON.stringify(record).slice(1)),
		hostileText,
	),
});

const CONTROL = /[\p{Cc}<>]/u;

/** A text, a code and an id, and our own words. */
const LONGEST_MESSAGE = 900;

fuzz('envelopes', answer, (each) => {
	try {
		const payload = readPayload(each);
		orRefused(() => createdId(payload));
		const record = payload as Readonly<Record<string, unknown>>;
		const { status, record: sent } = readTaskStatus(record ?? {});
		expect(phaseOf(status)).toEqual(expect.any(String));
		expect(Object.getPrototypeOf(sent)).toBe(Object.prototype);
		for (const { url, text, ok } of readTaskOutputs(record ?? {}, 'r-1'))
			if (ok && text === undefined) expect(url).toMatch(/^https?:\/\//);
		knownFields(payload);
		expect(typeof canonicalJson(payload)).toBe('string');
	} catch (error) {
		if (isBug(error)) throw error;
		const { message, details } = error as AiAppError;
		expect(message.length).toBeLessThan(LONGEST_MESSAGE);
		expect(message).not.toMatch(CONTROL);
		const { retryAfterMs = 0 } = details;
		expect(retryAfterMs >= 0 && retryAfterMs <= 300_000).toBe(true);
	}
});

const upload = fc.record({
	file: hostileRecord(...GRANT),
	storage: hostileRecord(...GRANT),
	key: hostileText,
	endpoint: hostileText,
	committed: hostileRecord('id', 'name', 'ext', 'url'),
	refusal: hostileText,
});

/** Valid header values: Node would refuse the others, without a message for the user. */
const IN_HEADER = /^[\x20-\x7e]*$/;

fuzz('uploads: credentials, storage, commit', upload, ({ file, storage, ...more }) => {
	const { key, endpoint, committed, refusal } = more;
	const whole = {
		file: { object_key: key, access_key_id: 'id', access_key_secret: 'secret', ...file },
		storage: { endpoint, bucket: 'bucket', region: 'region', ...storage },
	};
	for (const { target, credentials } of orRefused(() => readUploadCredentials(whole))) {
		expect(`${credentials.accessKeyId}${credentials.securityToken}`).toMatch(IN_HEADER);
		expect(target.region).toMatch(IN_HEADER);
		const options = { ownHosts: [], storageUrl: endpoint };
		orRefused(() => requireSafeStorage(target, 'https://a.example', options));
		for (const { href, pathname } of orRefused(() => storageUrl(target))) {
			expect(decodeURIComponent(pathname)).toContain(target.objectKey);
			const stored = { ...target, name: 'a.png', accessUrl: key, bucketUrl: href };
			expect(readUploadedFile(committed, stored, endpoint).url).toMatch(/^https?:\/\//);
		}
	}
	const secret = 'a-secret-of-the-storage';
	const quoted = readStorageError(`<Code>${refusal}</Code><Message>${secret}</Message>`, [secret]);
	expect(JSON.stringify(quoted)).not.toContain(secret);
	parseJson(refusal);
});

const NODE = [
	...['variable_name', 'field_label', 'field_name', 'field_type', 'field_value', 'field_options'],
	...['node_type', 'sort', 'min', 'max', 'values', 'options', 'choices', 'value', 'label'],
];

const KINDS = ['text', 'number', 'boolean', 'choice', 'image', 'audio', 'video'];

const inputNode = fc
	.tuple(hostileRecord(...NODE), hostileText, fc.constantFrom('combo', 'int', 'hidden', 'text'))
	.map(([node, name, type]) => ({ variable_name: name, field_type: type, ...node }));

const app = fc
	.tuple(hostileRecord('name', 'description', 'input_nodes'), fc.array(inputNode, { maxLength: 5 }))
	.map(([record, nodes]) => ({ input_nodes: nodes, ...record }));

function isScalar(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

function expectField(field: InputField): void {
	expect(KINDS).toContain(field.kind);
	expect(field.key.trim()).not.toBe('');
	expect(decodeFieldId(encodeFieldId(field.key))).toBe(field.key);
	expect(encodeFieldId(field.key)).not.toMatch(/^=|"|\{\{|\$fromAI/i);
	expect(harmless(field.label)).not.toMatch(/^=|\{\{|\$fromAI/i);
	expect(typeof rangeText(field)).toBe('string');
}

fuzz('app detail: the form', app, (record) => {
	const schema = readInputSchema(record);
	schema.forEach(expectField);
	expect(new Set(schema.map(({ key }) => key)).size).toBe(schema.length);
	for (const seed of Object.values(drawSeeds(appInputs(schema).seeds, Math.random)))
		expect(Number.isSafeInteger(seed)).toBe(true);
	const { json } = appItem(1, record, { inputs: schema, template: inputTemplate(schema) });
	expect(() => JSON.stringify(json)).not.toThrow();
});

const given = fc.record({
	app,
	values: hostileRecord('6:CLIPTextEncode.text', 'data'),
	own: hostileJson('$binary'),
	overrides: fc.array(fc.record({ key: hostileText, value: hostileJson('$binary') }), {
		maxLength: 3,
	}),
	binaryFields: fc.array(hostileText, { maxLength: 3 }),
});

fuzz('app detail: what is sent', given, ({ app, values, own, overrides, binaryFields }) => {
	const schema = readInputSchema(app);
	const all = schema.map(({ key }): [string, unknown] => [key, own]);
	const ofForm = { values: Object.fromEntries(all), overrides: [], binaryFields };
	const checks = [
		() => resolveOrThrow(schema, ofForm),
		() => resolveOrThrow(schema, { values, overrides, binaryFields }),
	];
	for (const { values: sent, files } of checks.flatMap(orRefused)) {
		expect(Object.values(sent).every(isScalar)).toBe(true);
		for (const { binaryField } of Object.values(files)) expect(binaryFields).toContain(binaryField);
	}
});

fuzz('field options', fc.tuple(hostileText, hostileJson(...NODE)), ([text, value]) => {
	for (const sent of [text, value, JSON.stringify(value)]) {
		for (const choice of choicesOf(optionsOf(sent))) {
			expect(['string', 'number']).toContain(typeof choice.value);
			expect(typeof choice.label).toBe('string');
		}
		const medium = fileKindOf({ field_type: 'hidden', field_value: text }, optionsOf(sent));
		expect([undefined, 'image', 'audio', 'video', 'file']).toContain(medium);
	}
});

describe('callbacks', () => {
	const BODY = [
		...['request_id', 'requestId', 'status', 'outputs', 'object_url', 'output_ext', 'error_type'],
		...['error_message', 'cost_times', 'created_at', 'ended_at', 'metadata', 'file_name'],
	];

	const STATUSES = ['Success', 'Failed', 'Canceled'];

	const TOKEN = 'callback-token-0123456789';

	const OWN_URL = 'https://n8n.example.com/webhook/x/ai-app-task';

	const PREFIX = 'x-service-task-';

	/** Headers as Node returns them: names in lower case, each of them once. */
	const headers = fc.dictionary(
		fc.oneof(
			fc.constantFrom('authorization', `${PREFIX}authorization`, `${PREFIX}__proto__`, '__proto__'),
			hostileText.map((name) => `${PREFIX}${name.toLowerCase()}`),
		),
		fc.oneof(hostileText, fc.constant(`Bearer ${TOKEN}`)),
		{ maxKeys: 4 },
	);

	const callback = fc.record({
		body: fc
			.tuple(hostileText, fc.constantFrom(...STATUSES, 'Running'), hostileRecord(...BODY))
			.map(
				([request_id, status, more]): Record<string, unknown> => ({ request_id, status, ...more }),
			),
		headers,
		hasToken: fc.boolean(),
	});

	beforeEach(() => {
		// Timers of seconds would pile up.
		jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
	});

	type Sent = { readonly body: unknown; readonly headers: object; readonly callbackToken?: string };

	/** A node that listens in the editor, with Use Callback Body. */
	function listening({ body, headers, callbackToken }: Sent, warned: string[]): IWebhookFunctions {
		const parameters = { triggerOn: STATUSES, resultSource: 'callback' } as const;
		return {
			getCredentials: () => Promise.resolve({ callbackToken }),
			getHeaderData: () => headers,
			getBodyData: () => body,
			getRequestObject: () => ({}),
			getNodeParameter: (name: keyof typeof parameters) => parameters[name],
			getMode: () => 'manual',
			getWebhookResourceUrl: () => OWN_URL,
			getInstanceBaseUrl: () => 'not a URL',
			// Cached credentials belong to their trigger.
			getWorkflow: () => ({ id: callbackToken ? 'guarded' : 'open' }),
			getNode: () => ({ id: 'n' }),
			getResponseObject: () => ({ writableEnded: true, statusCode: 200, once: () => undefined }),
			logger: { warn: (message: string) => void warned.push(message) },
		} as unknown as IWebhookFunctions;
	}

	fuzz('callbacks', callback, async ({ body, headers, hasToken }) => {
		const token = hasToken ? { callbackToken: TOKEN } : {};
		const settings = settingsOf(token);
		const warned: string[] = [];
		// The body is emptied on the way.
		const call = { body: structuredClone(body), headers, ...token };
		const answer = await receive(listening(call, warned));
		const { items: [item] = [], status } = { items: [], status: 200, ...answer };
		expect([200, 400, 401, 503]).toContain(status);
		expect(warned.filter((text) => !text.includes('rejected a callback'))).toEqual([]);

		const isKnown = isFromService(headers, settings, [OWN_URL]);
		const brings = Object.values(headers).some((value) => value.includes(TOKEN));
		expect(isKnown && hasToken && !brings).toBe(false);
		expect(status === 401).toBe(!isKnown);
		const metadata = taskHeadersOf(headers, settings);
		expect(Object.keys(metadata)).not.toContain('authorization');
		if (!item) return;
		const [result] = orRefused(() => readTaskResult(body));
		expect(item.json.request_id).toBe(result?.requestId);
		expect(Object.getPrototypeOf(item.json)).toBe(Object.prototype);
	});
});

/** File systems take 255 bytes. */
const LONGEST = 230;

const FOLDER = '/folder';

const FOLDER_OF_WINDOWS = 'C:\\folder';

function expectPlainName(name: string): void {
	expect(name).not.toMatch(/[/\\]|\p{Cc}/u);
	expect([...name].length).toBeLessThan(LONGEST);
	expect(posix.resolve(FOLDER, name)).toBe(`${FOLDER}/${name}`);
}

const output = fc.tuple(hostileText, hostileText, hostileText, fc.integer({ min: 1, max: 99 }));

fuzz('names of results', output, ([requestId, output_ext, path, n]) => {
	const object_url = `https://a.example/${path}`;
	const sent = Array.from({ length: n }, () => ({ object_url, output_ext }));
	const id = requestId.slice(0, 200);
	const name = readTaskOutputs({ outputs: sent }, id)[n - 1]?.fileName ?? '';
	expectPlainName(name);
	expect(name).not.toMatch(/^\./);
	expect(win32.resolve(FOLDER_OF_WINDOWS, name)).toBe(`${FOLDER_OF_WINDOWS}\\${name}`);

	const given = userFileName(path, n - 1, name);
	expectPlainName(given);
	expect(given).not.toMatch(/^\.|[<>:"|?*\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
	expect(Buffer.byteLength(given)).toBeLessThan(255);
	expect(win32.resolve(FOLDER_OF_WINDOWS, given)).toBe(`${FOLDER_OF_WINDOWS}\\${given}`);
});

fuzz('names and types of uploads', fc.tuple(hostileText, hostileText), ([name, mimeType]) => {
	expect(contentTypeOf(mimeType, name)).toMatch(/^[\w.+-]+\/[\w.+-]+$/);
	for (const given of orRefused(() => uploadName({ name, mimeType }))) {
		expectPlainName(given);
		expect(given).toMatch(/[^.]\.[A-Za-z0-9]+$/);
	}
});

describe('URLs', () => {
	const address = fc.oneof(
		hostileText,
		fc.tuple(hostileText, hostileText).map(([host, path]) => `http://${host}/${path}`),
		hostileText.map((path) => `https://a.example:8443/${path}`),
	);

	const credential = fc.record({
		baseUrl: address,
		metadataUrl: fc.option(address, { nil: undefined }),
		requestId: hostileText,
		model: hostileText,
	});

	/** Under the base, and on the host that the credential names. */
	function expectUnder(base: string, url: string, segments: number): void {
		const { host, username, pathname, hash, href } = new URL(url);
		expect(host).toBe(new URL(base).host);
		expect(username).toBe('');
		expect(hash).toBe('');
		expect(href.startsWith(`${base}/v1/`)).toBe(true);
		expect(pathname.slice(new URL(base).pathname.length).split('/').filter(Boolean).length).toBe(
			segments,
		);
	}

	fuzz('URLs of the credential', credential, ({ requestId, model, ...addresses }) => {
		const base = normalizedAddress(addresses.baseUrl);
		expect(typeof isPrivateHost(addresses.baseUrl)).toBe('boolean');
		for (const endpoints of orRefused(() => createEndpoints(addresses))) {
			if (base === undefined) throw new Error('An invalid URL was accepted');
			expect(endpoints.hosts).toContain(new URL(base).host);
			expectUnder(base, endpoints.create, 5);
			expectUnder(base, endpoints.account.wallet, 2);
			const id = asRequestId(requestId);
			if (id !== undefined) expectUnder(base, endpoints.outputs(id), 6);
			for (const path of orRefused(() => modelPath(model)))
				expectUnder(base, endpoints.model(path), 4 + path.split('/').length);
			const { searchParams } = new URL(endpoints.uploadToken(requestId, model));
			expect([...searchParams.keys()]).toEqual(['file_name', 'file_type']);
		}
	});

	const headers = fc.record({
		prefix: hostileText,
		url: address,
		token: hostileText,
		name: hostileText,
		value: hostileText,
	});

	const PLAIN = { url: 'https://a.example/', token: 'token', headers: [] };

	fuzz('task headers', headers, ({ prefix, url, token, name, value }) => {
		const [own = 'X-Service-Task-'] = orRefused(() => taskHeaderPrefix(prefix));
		const callbacks = [
			{ url, token: undefined, headers: [] },
			...orRefused(() => requireCallbackToken(token)).map((one) => ({ ...PLAIN, token: one })),
			{ ...PLAIN, headers: [{ name, value }] },
		];
		for (const sent of callbacks.flatMap((each) => orRefused(() => callbackHeaders(own, each)))) {
			for (const [header, text] of Object.entries(sent)) {
				validateHeaderName(header);
				validateHeaderValue(header, text);
				expect(text).not.toMatch(/[\r\n\0]/);
			}
			expect(parseHttpUrl(sent[`${own}WebHook-Url`] ?? '')).toBeDefined();
			expect(Object.keys(sent).every((header) => header.startsWith(own))).toBe(true);
		}
	});
});
