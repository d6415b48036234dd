import { stringify, parse } from 'flatted';
import { boundToken, ownMember } from '../../../client/index';
import { RANDOM_SEED } from '../../../client/inputs/seeds';
import type { FaultEffect, Operation } from '../../../emulator/index.mts';
import {
	KEY,
	recordWith,
	startQuotingService,
	STORAGE_SECRETS,
} from '../../secrets/quotingService.mts';
import { SPELLINGS } from '../../secrets/spellings.mts';
import { tracesIn } from '../../secrets/tracesIn.mts';
import { chosenForm, prefilled } from '../editor.mts';
import { execute, type Ended } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { usePausedExecutions } from '../pause/pausedExecutions.mts';
import { callbackUrls } from '../pause/pausedRuns.mts';
import { keepLog } from '../logBook.mts';
import { onTask, PROMPT, runForm, useService, runModel } from '../service.mts';
import { BEARER, post, TOKEN, useTriggers } from '../trigger/triggerCalls.mts';

const service = useService();

const listen = useTriggers(service);

describe('spellings of a secret', () => {
	const { later, pausedFor } = usePausedExecutions(service);

	const callbackUrl = 'http://127.0.0.1:1/webhook/x';

	const SECRETS = [KEY, TOKEN, boundToken(TOKEN, callbackUrl) ?? '', ...STORAGE_SECRETS];

	const file = { data: Buffer.from('png').toString('base64'), mimeType: 'image/png' };

	const withFile = [{ json: {}, binary: { data: { ...file, fileName: 'x.png' } } }];

	const upload: Parameters = {
		...{ resource: 'file', operation: 'upload', options: {}, simplify: true },
		inputDataFieldName: 'data',
	};

	const OPERATIONS: ReadonlyArray<readonly [string, Parameters, typeof withFile?]> = [
		['a create that is refused', runForm({ [PROMPT]: 'a' }, { waitMode: 'callback', callbackUrl })],
		['an upload that the storage refuses', upload, withFile],
		['outputs', onTask('wait', 'r-1', { downloadFiles: false })],
		['outputs as sent', onTask('wait', 'r-1', { downloadFiles: false, simplify: false })],
		['an app', { resource: 'app', operation: 'get', appId: '54663', options: {}, simplify: true }],
		['an account', { resource: 'account', operation: 'getUser', options: {} }],
	];

	/** One of each kind. The tests of the redactor have all of them, for secrets of all kinds. */
	const KINDS = [
		...['as it is', 'in JSON of .NET', 'in a URL', 'in base64 with its scheme'],
		...['in lines of base64', 'the first 16 letters'],
	].map((name) => [name, ownMember(SPELLINGS, name) ?? String] as const);

	describe.each(KINDS)('secrets that are quoted %s', (_, spell) => {
		it('leave no 12 characters in items, messages, streams and stored executions', async () => {
			const quoting = await startQuotingService(TOKEN, spell);
			const credential = {
				...{ apiKey: KEY, baseUrl: quoting.url, metadataUrl: quoting.url, callbackToken: TOKEN },
				...{ moreSettings: true, storageUrl: quoting.url },
			};
			const seen: unknown[] = [];
			for (const [, parameters, items = [{ json: {} }]] of OPERATIONS) {
				const onChunk = (chunk: unknown) => void seen.push(chunk);
				const ended = await execute({ credential, parameters, items, onChunk });
				const { error, hints, outputs, run } = ended;
				seen.push(stringify(run.data), outputs, hints, error?.message, error?.description);
			}
			await quoting.close();

			expect(JSON.stringify(seen)).toContain('…');
			expect(tracesIn(JSON.stringify(seen), ...SECRETS)).toEqual([]);
		});

		it('leave none in the item of a trigger that takes the body of a callback', async () => {
			const settings = { apiKey: KEY, callbackToken: TOKEN, moreSettings: true };
			const host = await listen({ parameters: { resultSource: 'callback' } }, settings);
			const bound = boundToken(TOKEN, host.url) ?? '';
			const echo = [KEY, TOKEN, bound].map(spell).join(' ');
			const headers = { ...BEARER, 'x-service-task-note': `for ${spell(KEY)}` };

			const { status } = await post(host, recordWith(echo), headers);

			expect(status).toBe(200);
			expect(host.started).toHaveLength(1);
			const item = JSON.stringify(host.started);
			expect(item).toContain('…');
			expect(tracesIn(item, KEY, TOKEN, bound)).toEqual([]);
		});

		it('leave none in the items of an execution that a callback resumes', async () => {
			const credential = { ...service.credential, callbackToken: TOKEN };
			const execution = await pausedFor([1_000], { credential });
			await later();
			const [{ requestId = '' } = {}] = service.emulator.tasks();
			const [url = new URL('http://none')] = callbackUrls(service);
			const echo = [service.emulator.apiKey, TOKEN].map(spell).join(' ');
			const body = { ...recordWith(echo), request_id: requestId };

			expect(await execution.call({ url, body })).toBe(200);

			const items = JSON.stringify(execution.resumed);
			expect(items).toContain('…');
			expect(tracesIn(items, service.emulator.apiKey, TOKEN)).toEqual([]);
		});
	});
});

/** Ends a line of a log, colors the next one, phishes for a key, loads an image, and never ends. */
const HOSTILE = [
	'FOREIGN\u001b[31m\r\n2026-11-22T00:00:00.000Z | error | FAKE\u2028\u202e',
	'<a href="https://evil.example/?key">Renew your key</a><img src="https://evil.example/x.png">',
	'x'.repeat(200_000),
].join('');

const answer = (body: string | object, status = 200): FaultEffect => ({
	type: 'answer',
	status,
	body,
});

const record = (data: object): FaultEffect => answer({ code: 20000, message: 'Ok', data });

const REFUSAL = { code: HOSTILE, message: HOSTILE, request_id: HOSTILE, data: null };

/** Long lists of long names; together they are below the size limit of a response. */
const NAME = `FOREIGN <img src=x>\u001b[0m\r\n${'n'.repeat(1_000)}`;

const APP = {
	input_nodes: Array.from({ length: 30 }, (_, n) => ({
		variable_name: `${n} ${NAME}`,
		field_label: NAME,
		field_type: 'COMBO',
		field_options: JSON.stringify({ values: Array.from({ length: 50 }, (_, m) => `${m} ${NAME}`) }),
	})),
};

const FIRST = APP.input_nodes[0]?.variable_name ?? '';

const RUN = runForm({ '6:CLIPTextEncode.text': 'a cat' }, { options: { maxWaitMinutes: 0.1 } });

const DOWNLOAD = { ...RUN, downloadFiles: true };

const UPLOAD = { resource: 'file', operation: 'upload', options: {} };

const FAILED = { status: 'Failed', error_message: HOSTILE };

const NO_OUTPUT = { outputs: [{ error_type: HOSTILE, error_msg: HOSTILE }] };

const REDIRECT = { type: 'redirect', to: 'http://foreign.local/<a href=x>?signature' } as const;

const XML = `<Code>Odd</Code><Message>${HOSTILE.slice(0, 900_000)}`;

const PICTURE = { data: { data: 'AAAA', mimeType: 'image/png', fileName: 'a.png' } };

type OnError = 'stopWorkflow' | 'continueRegularOutput';

type Place = {
	readonly place: string;
	readonly parameters: typeof RUN;
	/** The service's responses, each time; otherwise the text is from the user or from an item. */
	readonly on?: Operation;
	readonly effect?: FaultEffect;
};

const PLACES: readonly Place[] = [
	{ place: 'the refusal of a create', parameters: RUN, on: 'create', effect: answer(REFUSAL, 400) },
	{ place: 'a create of no avail', parameters: RUN, on: 'create', effect: answer(REFUSAL, 500) },
	{ place: 'an unknown code', parameters: RUN, on: 'create', effect: answer(REFUSAL) },
	{ place: 'the refusal of an app', parameters: RUN, on: 'detail', effect: answer(REFUSAL, 500) },
	{ place: 'a page', parameters: RUN, on: 'status', effect: answer(HOSTILE) },
	{ place: 'a failed task', parameters: RUN, on: 'status', effect: record(FAILED) },
	{ place: 'a state', parameters: RUN, on: 'status', effect: record({ status: HOSTILE }) },
	{ place: 'a failed output', parameters: RUN, on: 'outputs', effect: record(NO_OUTPUT) },
	{ place: 'a failed model', parameters: runModel(), on: 'modelStatus', effect: record(FAILED) },
	{ place: 'a redirect', parameters: DOWNLOAD, on: 'download', effect: REDIRECT },
	{
		place: 'names of inputs',
		parameters: runForm({ FOREIGN: 1 }),
		on: 'detail',
		effect: record(APP),
	},
	{
		place: 'choices',
		parameters: runForm({ [FIRST]: HOSTILE }),
		on: 'detail',
		effect: record(APP),
	},
	{ place: 'a storage', parameters: UPLOAD, on: 'put', effect: answer(XML, 400) },
	{ place: 'an app ID', parameters: { ...RUN, appId: { __rl: true, mode: 'id', value: HOSTILE } } },
	// With spaces or commas it's taken for several IDs, and not quoted.
	{ place: 'a request ID', parameters: onTask('getStatus', HOSTILE.replaceAll(/[,;\s]/g, '_')) },
	{ place: 'the path of a model', parameters: runModel({ modelPath: HOSTILE }) },
	{ place: 'the name of a field', parameters: { ...UPLOAD, inputField: HOSTILE } },
];

/** Everything that a person or another program gets from the node, except the data of a result. */
function textsFrom({ error, hints, outputs }: Ended): string[] {
	const failed = outputs.flat().flatMap(({ json }) => {
		const { details, error: message } = json as { details?: object; error?: unknown };
		return [message, ...Object.values(details ?? {})];
	});
	const shown = [error?.message, error?.description, ...hints, ...failed];
	return shown.filter((each) => typeof each === 'string');
}

/** Runs into a text of others, and expects that it does nothing where it is shown or logged. */
async function expectHarmless({ parameters, on, effect }: Place, onError: OnError): Promise<void> {
	if (on && effect) service.emulator.addFault({ on, effect, times: Infinity });
	const log = keepLog();
	const items = [{ json: {}, binary: PICTURE }];

	const shown = textsFrom(await service.run({ parameters, items, settings: { onError } }));

	expect(shown.join()).toMatch(/FOREIGN/i);
	const lines = log.map((line) => String((JSON.parse(line) as unknown[])[0]));
	for (const text of [...shown, ...lines]) {
		expect(text).not.toMatch(/[<>\p{Cc}\p{Zl}\p{Bidi_C}]|\?key|signature/u);
		expect(text.length).toBeLessThan(7_000);
	}
}

// An item has all texts of its error, and n8n's own error the same ones.
it.each(PLACES)('a hostile text in $place is harmless', (place) =>
	expectHarmless(place, 'continueRegularOutput'),
);

it.each(PLACES.filter(({ place }) => ['the refusal of a create', 'choices'].includes(place)))(
	'a hostile text in $place is harmless with On Error: Stop Workflow',
	(place) => expectHarmless(place, 'stopWorkflow'),
);

/** Names that every object has a member of, or that n8n and its HTTP library skip. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

/** The service describes an app with these inputs from now on. */
function appHas(...inputs: object[]): void {
	const input_nodes = [{ variable_name: PROMPT, field_type: 'string' }, ...inputs];
	const body = { code: 20000, data: { input_nodes } };
	const effect = { type: 'answer', status: 200, body } as const;
	service.emulator.addFault({ on: 'detail', times: Infinity, effect });
}

/** Inputs in JSON, and as overrides, from the item that names one of them. */
const WAYS: ReadonlyArray<readonly [string, Parameters]> = [
	[
		'JSON',
		{
			specifyInputs: 'json',
			inputsJson: `={{ '{"${PROMPT}": "a cat", "' + $json.name + '": "mine"}' }}`,
		},
	],
	[
		'an override',
		{
			inputs: { mappingMode: 'defineBelow', value: { [PROMPT]: 'a cat' } },
			overrideInputs: { values: [{ key: '={{ $json.name }}', value: 'mine' }] },
		},
	],
];

/** What the service received in each task, member by member. */
const received = () =>
	service.emulator.tasks().map(({ inputValues }) => Object.entries(inputValues));

const itemsOfNames = NAMES.map((name) => ({ json: { name } }));

const named = (more: object) => NAMES.map((variable_name) => ({ variable_name, ...more }));

describe.each(WAYS)('inputs with such names, from %s', (_, way) => {
	const parameters = runForm({}, { waitMode: 'none', ...way });

	it('reach the service if the app has them', async () => {
		appHas(...named({ field_type: 'string' }));

		const { error } = await service.run({ parameters, items: itemsOfNames });

		expect(error).toBeUndefined();
		const wanted = NAMES.map((name) => [
			[PROMPT, 'a cat'],
			[name, 'mine'],
		]);
		expect(received()).toHaveLength(wanted.length);
		expect(received()).toEqual(expect.arrayContaining(wanted));
	});

	it('are rejected if the app lacks them', async () => {
		appHas();
		const settings = { onError: 'continueRegularOutput' } as const;

		const { outputs } = await service.run({ parameters, items: itemsOfNames, settings });

		const errors = outputs[0]?.map(({ json }) => json.error);
		expect(errors).toEqual(NAMES.map((name) => `The app has no input "${name}"`));
		expect(service.creates()).toBe(0);
	});
});

it('inputs with such names reach the service from the form, under IDs that n8n and its editor keep', async () => {
	appHas(...named({ field_type: 'string', field_value: 'mine' }));
	const locator = { __rl: true, mode: 'id', value: '54663' };
	const form = await chosenForm(service.credential, locator);
	const parameters = runForm({}, { inputs: prefilled(form), waitMode: 'none' });

	const { error } = await service.run({ parameters });

	expect(error).toBeUndefined();
	expect(received()[0]).toEqual(expect.arrayContaining(NAMES.map((name) => [name, 'mine'])));
	expect(form.fields.map(({ id }) => id)).not.toEqual(
		expect.arrayContaining([expect.stringMatching(/^(__proto__|constructor|prototype)$/)]),
	);
});

it('seeds with such names are drawn like any other', async () => {
	appHas(...named({ field_type: 'seed', field_value: 5 }));
	const options = { seedMode: RANDOM_SEED };

	await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none', options }) });

	const drawn = NAMES.map((name): unknown => [name, expect.any(Number)]);
	expect(received()[0]).toEqual(expect.arrayContaining(drawn));
});

it.each(['__proto__', 'constructor'])('the name %s is no operation', async (name) => {
	const { error } = await service.run({ parameters: onTask(name, 'r-1') });

	expect(error?.message).toBe(`This node has no operation "${name}" for "task"`);
});

it('such names are parameters of a model', async () => {
	const members = NAMES.map((name) => `"${name}":"mine"`).join();

	await service.run({ parameters: runModel({ modelParameters: `{"prompt":"a cat",${members}}` }) });

	const sent = service.emulator.requests().find(({ method }) => method === 'POST');
	for (const name of NAMES) expect(JSON.stringify(sent?.body)).toContain(`"${name}":"mine"`);
});

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** n8n writes an execution so, and the editor asks for it again. */
function isReadAgain(data: unknown): boolean {
	return parse(stringify(data)) !== undefined;
}

it("a record with 100,000 levels doesn't get into the execution", async () => {
	const data = `{"request_id":"r-1","outputs":[{"a":${nested(100_000)}}]}`;
	const headers = { 'content-type': 'application/json' };
	const body = `{"code":20000,"data":${data}}`;
	const effect = { type: 'answer', status: 200, headers, body } as const;
	service.emulator.addFault({ on: 'status', effect, times: Infinity });

	const { error, run } = await service.run({
		parameters: onTask('getStatus', 'r-1', { simplify: false }),
	});

	expect(error?.message).toContain('nested more than 100 levels deep');
	expect(isReadAgain(run.data)).toBe(true);
});

it('App: Get returns no invisible characters in the texts about an app', async () => {
	const tags = String.fromCodePoint(0xe0041, 0xe0042);
	const text = `A cat${tags}\u200b\u2066\nin a hat`;
	const names = ['name', 'description', 'base_model', 'nick_name'];
	const about = Object.fromEntries(names.map((name) => [name, text]));
	service.emulator.addFault({ on: 'detail', effect: record({ ...about, input_nodes: [] }) });

	const { outputs } = await service.run({
		parameters: {
			...{ resource: 'app', operation: 'get', simplify: true, options: {} },
			appId: { __rl: true, mode: 'id', value: '54663' },
		},
	});

	expect(outputs[0]?.[0]?.json).toMatchObject(
		Object.fromEntries(names.map((name) => [name, 'A cat\nin a hat'])),
	);
});

it('a callback body with as many levels starts nothing', async () => {
	const host = await listen({ parameters: { resultSource: 'callback' } });

	const body = `{"request_id":"r-1","status":"Success","outputs":[{"a":${nested(200_000)}}]}`;

	expect(await post(host, body)).toMatchObject({ status: 503 });
	expect(host.started).toEqual([]);
});
