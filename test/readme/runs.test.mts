import { readFileSync } from 'node:fs';
import type { Fault } from '../../emulator/faults/fault.mts';
import type { TaskPlan } from '../../emulator/index.mts';
import type { Execution } from '../nodes/engine.mts';
import { nodeWith } from '../nodes/instance.mts';
import { paused } from '../nodes/pause/pausedRuns.mts';
import { photo } from '../nodes/photo.mts';
import { PROMPT, runForm, useService } from '../nodes/service.mts';
import { BEARER, createTask, post, TOKEN, useTriggers } from '../nodes/trigger/triggerCalls.mts';
import { example, guides, tableOf } from './readme.mts';

const service = useService();
const listen = useTriggers(service);

const LEVELS_APP = 56258;

const parsed = (text: string) => JSON.parse(text) as Readonly<Record<string, unknown>>;

/** The keys in their order and the types of a value, at all depths. */
function shapeOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shapeOf);
	if (typeof value !== 'object' || value === null) return typeof value;
	return Object.entries(value).map(([key, each]) => [key, shapeOf(each)]);
}

/** The page shows all fields of the item, a new one with the value that it has here. */
function expectShown(item: object = {}, block: string, page: string): void {
	const shown = parsed(block);
	const entries = Object.entries(item).map(([key, value]) => [key, shown[key] ?? value]);
	const fields = Object.fromEntries(entries) as object;
	expect(shapeOf(item)).toEqual(shapeOf(fields));
	const text = readFileSync(page, 'utf8');
	const written = JSON.stringify(fields, undefined, 2);
	expect(text.replace(block.trim(), written)).toMatchFile(page);
}

it('a result looks like this', async () => {
	service.emulator.plan({ queuingMs: 600, preparingMs: 400, runningMs: 2_000 });
	const { outputs } = await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }) });

	const item = outputs[0]?.[0]?.json;
	const shown = parsed(example('result'));
	expectShown(item, example('result'), 'README.md');
	const { app_id, status, duration_ms, billed_seconds } = shown;
	expect(item).toMatchObject({ app_id, status, duration_ms, billed_seconds });
});

it('JSON inputs name a file of the item like this', async () => {
	const { error } = await service.run({
		parameters: runForm(
			{},
			{ specifyInputs: 'json', inputsJson: example('fileInput') },
			LEVELS_APP,
		),
		items: [{ json: {}, binary: { data: await photo(service) } }],
	});

	expect(guides['inputs']).toContain(`the demo's app ${LEVELS_APP}`);
	expect(error).toBeUndefined();
	expect(service.emulator.tasks()[0]?.inputValues).toMatchObject({
		'18:LoadImage.image': expect.stringContaining('/inputs_temp/'),
		'27:LayerColor: Levels.gray_point': 60,
	});
});

it('JSON inputs are the body of an API example like this', async () => {
	const body = { specifyInputs: 'json', inputsJson: example('requestBody') };
	const { error } = await service.run({ parameters: runForm({}, body) });

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()[0]?.inputValues).toEqual({ [PROMPT]: 'a red cat' });
});

it('the tasks of a paused execution are read from its data like this', async () => {
	const { run } = await service.run({ parameters: paused(), items: [{ json: {} }, { json: {} }] });
	const $input = { first: () => ({ json: { data: run.data } }) };
	const named = example('pausedItems').replace('AI App', nodeWith({}).name);
	const code = new Function('$input', named) as (input: object) => unknown;

	const ids = service.emulator.tasks().map(({ requestId }) => requestId);
	expect(code($input)).toMatchObject(ids.map((request_id) => ({ json: { request_id } })));
});

it('JSON inputs contain any text of another node like this', async () => {
	const prompt = 'He said "hi".\nThen he left.';
	const { error } = await service.run({
		parameters: runForm({}, { specifyInputs: 'json', inputsJson: `=${example('jsonText')}` }),
		items: [{ json: { prompt } }],
	});

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()[0]?.inputValues).toEqual({ [PROMPT]: prompt });
});

it('a callback starts a workflow with an item like this', async () => {
	const host = await listen({}, { callbackToken: TOKEN });
	const requestId = await createTask(service);

	await post(host, { request_id: requestId }, { ...BEARER, 'x-service-task-order-number': 'A-17' });

	expectShown(host.started[0], example('callback'), 'docs/guides/trigger.md');
	expect(host.started[0]).toMatchObject({ task_headers: { 'order-number': 'A-17' } });
});

it('a failed item looks like this', async () => {
	service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory' });

	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }),
		settings: { onError: 'continueErrorOutput' },
	});

	const item = outputs[1]?.[0]?.json;
	const requestId = service.emulator.tasks()[0]?.requestId ?? '';
	const expected = example('failed').replaceAll('8307183e-…', requestId);
	expect(item).toEqual(JSON.parse(expected));
});

const NOWHERE = 'http://127.0.0.1:1';
const PUBLIC = { apiKey: 'k', baseUrl: 'https://api.example.com' };
const MINUTE = { options: { maxWaitMinutes: 1 } };
const cat = (more = {}) => runForm({ [PROMPT]: 'a cat' }, more);

type Trouble = {
	readonly fault?: Fault;
	readonly plan?: Partial<TaskPlan>;
	readonly execution?: () => Partial<Execution>;
};

/** How to cause each message, in the order of the table. */
const TROUBLES: readonly Trouble[] = [
	{ execution: () => ({ credential: { ...service.credential, apiKey: 'wrong' } }) },
	{
		execution: () => ({
			credential: { ...service.credential, baseUrl: NOWHERE, metadataUrl: NOWHERE },
		}),
	},
	{ execution: () => ({ parameters: runForm({}, {}, 1) }) },
	{ execution: () => ({ parameters: runForm({ '1:Other.text': 'a cat' }) }) },
	{ execution: () => ({ parameters: runForm({ '3:KSampler.steps': 300 }) }) },
	{ fault: { on: 'create', effect: { type: 'refuse', code: 20049 } } },
	{
		fault: { on: 'create', times: Infinity, effect: { type: 'refuse', code: 30039 } },
		execution: () => ({ parameters: cat(MINUTE) }),
	},
	{ fault: { on: 'create', effect: { type: 'reset', when: 'after' } } },
	{ plan: { outcome: 'Failed', errorMessage: 'Out of memory' } },
	{ plan: { outputs: 'rejected' } },
	{ plan: { runningMs: 600_000 }, execution: () => ({ parameters: cat(MINUTE) }) },
	{ execution: () => ({ parameters: paused(), credential: PUBLIC }) },
];

const messages = tableOf('Messages', guides['troubleshooting']).map(([message = '']) => message);

it('each message of the table has a case here', () => {
	expect(messages).toHaveLength(TROUBLES.length);
});

it('the README quotes messages of the table', () => {
	const quoted = tableOf('Troubleshooting').map(([message]) => message);

	expect(quoted.length).toBeGreaterThan(0);
	expect(messages).toEqual(expect.arrayContaining(quoted));
});

it.each(messages.map((message, at) => [message, TROUBLES[at] ?? {}] as const))(
	'%s',
	async (message, { fault, plan, execution }) => {
		if (fault) service.emulator.addFault(fault);
		if (plan) service.emulator.plan(plan);

		const { error } = await service.run({ parameters: cat(), ...execution?.() });

		expect(error?.message).toMatch(patternOf(message));
	},
);

/** The message as a pattern: `…` is anything. */
function patternOf(message: string): RegExp {
	const literal = message.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(`^${literal.join('.+')}$`, 's');
}

it('a file input that names no binary field of the item says what it takes', async () => {
	const parameters = runForm({ '18:LoadImage.image': 'photo' }, {}, 56258);

	const { error } = await service.run({ parameters });

	expect(error?.message).toMatch(/binary field/);
});
