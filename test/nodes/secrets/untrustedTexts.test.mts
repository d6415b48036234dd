import { stringify, parse } from 'flatted';
import { boundToken } from '../../../client/index';
import { RANDOM_SEED } from '../../../client/inputs/resolve';
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
import { keepLog } from '../randomDay/logBook.mts';
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

	describe.each(Object.entries(SPELLINGS))('secrets that are quoted %s', (_, spell) => {
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

describe.each(PLACES)('a hostile text in $place is harmless', ({ parameters, on, effect }) => {
	it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'it is harmless with On Error: %s',
		async (onError) => {
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
		},
	);
});

/** Names that every object has a member of, or that n8n and its HTTP library skip. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

/** The service describes an app with these inputs from now on. */
function appHas(...inputs: object[]): void {
	const input_nodes = [{ variable_name: PROMPT, field_type: 'string' }, ...inputs];
	const body = { code: 20000, data: { input_nodes } };
	const effect = { type: 'answer', status: 200, body } as const;
	service.emulator.addFault({ on: 'detail', times: Infinity, effect });
}

const json = (name: string): Parameters => {
	const inputsJson = `{"${PROMPT}": "a cat", "${name}": "mine"}`;
	return { ...runForm({}), waitMode: 'none', specifyInputs: 'json', inputsJson };
};

const override = (name: string): Parameters =>
	runForm({ [PROMPT]: 'a cat' }, {
		waitMode: 'none',
		overrideInputs: { values: [{ key: name, value: 'mine' }] },
	} as Parameters);

/** What the service received, member by member. */
const received = () => Object.entries(service.emulator.tasks()[0]?.inputValues ?? {});

describe.each(NAMES)('an input that is called %s', (name) => {
	it.each([
		['JSON', json],
		['an override', override],
	])('reaches the service from %s if the app has it', async (_, parameters) => {
		appHas({ variable_name: name, field_type: 'string' });

		const { error } = await service.run({ parameters: parameters(name) });

		expect(error).toBeUndefined();
		expect(received()).toContainEqual([name, 'mine']);
	});

	it.each([
		['JSON', json],
		['an override', override],
	])('is rejected in %s if the app lacks it', async (_, parameters) => {
		appHas();

		const { error } = await service.run({ parameters: parameters(name) });

		expect(error?.message).toBe(`The app has no input "${name}"`);
		expect(service.creates()).toBe(0);
	});

	it('reaches the service from the form, under an ID that n8n and its editor keep', async () => {
		appHas({ variable_name: name, field_type: 'string', field_value: 'mine' });
		const locator = { __rl: true, mode: 'id', value: '54663' };
		const form = await chosenForm(service.credential, locator);
		const parameters = runForm({}, { inputs: prefilled(form), waitMode: 'none' });

		const { error } = await service.run({ parameters });

		expect(error).toBeUndefined();
		expect(received()).toContainEqual([name, 'mine']);
		expect(form.fields.map(({ id }) => id)).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/^(__proto__|constructor|prototype)$/)]),
		);
	});

	it('is drawn like any other seed', async () => {
		appHas({ variable_name: name, field_type: 'seed', field_value: 5 });
		const parameters = { ...json('x'), inputsJson: `{"${PROMPT}": "a cat"}` };

		await service.run({ parameters: { ...parameters, options: { seedMode: RANDOM_SEED } } });

		expect(received()).toContainEqual([name, expect.any(Number)]);
	});
});

describe.each(NAMES)('the name %s', (name) => {
	it('is no operation', async () => {
		const { error } = await service.run({ parameters: onTask(name, 'r-1') });

		expect(error?.message).toBe(`This node has no operation "${name}" for "task"`);
	});

	it('is a parameter of a model', async () => {
		await service.run({
			parameters: runModel({ modelParameters: `{"prompt": "a cat", "${name}": "mine"}` }),
		});

		const sent = service.emulator.requests().find(({ method }) => method === 'POST');
		expect(JSON.stringify(sent?.body)).toContain(`"${name}":"mine"`);
	});
});

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** n8n writes an execution so, and the editor asks for it again. */
function isReadAgain(data: unknown): boolean {
	return parse(stringify(data)) !== undefined;
}

it.each([
	['Task: Get Status', 'status', onTask('getStatus', 'r-1', { simplify: false })],
	['Model: Get Task', 'modelStatus', { ...onTask('getTask', 'r-1'), resource: 'model' }],
	['Account: Get Balance', 'wallet', { resource: 'account', operation: 'getBalance', options: {} }],
] as const)(
	"a record with 100,000 levels doesn't get into the execution: %s",
	async (_, on, parameters) => {
		const outputs = `{"images":[${nested(100_000)}]}`;
		const data = `{"request_id":"r-1","status":"Success","outputs":${outputs}}`;
		const body = `{"code":20000,"data":${data}}`;
		const headers = { 'content-type': 'application/json' };
		const effect = { type: 'answer', status: 200, headers, body } as const;
		service.emulator.addFault({ on, effect, times: Infinity });

		const { error, run } = await service.run({ parameters });

		expect(error?.message).toContain('nested more than 100 levels deep');
		expect(isReadAgain(run.data)).toBe(true);
	},
);

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
