import { createEmptyRunExecutionData, type IDataObject } from 'n8n-workflow';
import type { Fault, TaskPlan } from '../../../emulator/index.mts';
import { type Ended, retryOf } from '../engine.mts';
import type { Parameters } from '../instance.mts';
import { DENIAL } from '../moneySentences.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { PICTURE_APP, PROMPT, runForm, runModel, useService } from '../service.mts';
import { callNode } from '../toolCalls.mts';

const service = useService();

/** With the same inputs as the first one. */
const FAILING_APP = 57106;
const LEVELS_APP = 56258;
const STEPS = '3:KSampler.steps';
const retries = { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3 } as const;
const SIX_SECONDS = { options: { maxWaitMinutes: 0.1 } };

/** Texts that are others in each try. */
const RANDOM = '={{ "a cat " + Math.random() }}';
const TIMED = '={{ "a cat at " + $now.toMillis() }}';

function cat(prompt: unknown, more: Parameters = {}): Parameters {
	return runForm({ [PROMPT]: prompt } as Parameters, { ...SIX_SECONDS, ...more });
}

const inJson = (text: string) => cat('', { specifyInputs: 'json', inputsJson: text });
const overriding = (value: string, form: Parameters = {}) =>
	runForm(form, { ...SIX_SECONDS, overrideInputs: { values: [{ key: PROMPT, value }] } });
const ofApp = (value: unknown) =>
	cat('a cat', { appId: { __rl: true, mode: 'id', value } as Parameters });
const randomFile = () =>
	runForm(
		{
			'18:LoadImage.image': `={{ "${service.emulator.storageUrl}/samples/portrait.png?t=" + Math.random() }}`,
		},
		SIX_SECONDS,
		LEVELS_APP,
	);

/** Another app in each later try. */
function appByTime(): Parameters {
	const soon = service.time.now() + 3_000;
	return ofApp(`={{ $now.toMillis() < ${soon} ? ${PICTURE_APP} : ${FAILING_APP} }}`);
}

const LOST: Fault = { on: 'create', effect: { type: 'reset', when: 'after' } };

/** What becomes of the first task. */
type First = { readonly plan?: Partial<TaskPlan>; readonly fault?: Fault };
const RUNS: First = { plan: { runningMs: 10_000 } };
const IS_UNCONFIRMED: First = { fault: LOST };

function expecting({ plan, fault }: First): void {
	if (plan) service.emulator.plan(plan, { times: 1 });
	if (fault) service.emulator.addFault(fault);
}

const ids = () => service.emulator.tasks().map(({ requestId }) => requestId);
const jsonOf = ({ outputs }: Ended, item = 0) => outputs[0]?.[item]?.json;
const detailsOf = (ended: Ended) => (jsonOf(ended)?.details ?? {}) as IDataObject;
const idOf = (ended: Ended) => jsonOf(ended)?.request_id ?? detailsOf(ended).request_id;

describe('Retry On Fail, where expressions return other values in each try,', () => {
	it.each<[string, () => Parameters]>([
		['a text', () => cat(RANDOM)],
		['JSON from an expression', () => inJson(`={{ ({ "${PROMPT}": String(Math.random()) }) }}`)],
	])('creates nothing beside an unconfirmed task: %s', async (_, parameters) => {
		expecting(IS_UNCONFIRMED);

		const ended = await service.run({ parameters: parameters(), settings: retries });

		expect(service.creates()).toBe(1);
		expect(detailsOf(ended)).toMatchObject({ kind: 'unconfirmed', status: 'Unconfirmed' });
	});

	it.each<[string, () => Parameters]>([
		['the time in a text', () => cat(TIMED)],
		['the time in JSON', () => inJson(`={ "${PROMPT}": "a cat at {{ $now.toMillis() }}" }`)],
		['the time in Override Inputs', () => overriding(TIMED, { [PROMPT]: '' })],
		['the URL of a file', randomFile],
		['the app', appByTime],
	])('continues with a task that is still running: %s', async (_, parameters) => {
		expecting(RUNS);

		const ended = await service.run({ parameters: parameters(), settings: retries });

		expect(service.creates()).toBe(1);
		expect(jsonOf(ended)).toMatchObject({ request_id: ids()[0], status: 'Success' });
	});

	it('keeps the results of other items', async () => {
		service.emulator.plan({ outcome: 'Failed' }, { times: 1 });

		const ended = await service.run({
			parameters: cat(RANDOM, { options: { maxAtATime: 1 } }),
			items: inputItems(3),
			settings: retries,
		});

		const [, second, third, again] = ids();
		expect(service.creates()).toBe(4);
		expect([0, 1, 2].map((item) => jsonOf(ended, item)?.request_id)).toEqual([
			again,
			second,
			third,
		]);
	});

	it('knows each variation again', async () => {
		expecting(IS_UNCONFIRMED);
		const parameters = cat(RANDOM, { options: { variations: 3, maxAtATime: 1 } });

		const ended = await service.run({ parameters, settings: retries });

		const [, second, third] = ids();
		expect(service.creates()).toBe(3);
		expect(detailsOf(ended)).toMatchObject({ kind: 'unconfirmed', variation: 1 });
		expect([1, 2].map((item) => jsonOf(ended, item)?.request_id)).toEqual([second, third]);
	});

	it('pauses for the tasks of the try before', async () => {
		service.emulator.plan({ runningMs: 600_000 });
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20094 }, skip: 1 });
		const options = { maxAtATime: 1, maxWaitMinutes: 30 };
		const parameters = cat(RANDOM, { waitMode: 'pause', options });

		const ended = await service.run({
			parameters,
			items: inputItems(2),
			settings: { retryOnFail: true, maxTries: 2 },
		});

		expect(ids()).toHaveLength(2);
		expect([0, 1].map((item) => jsonOf(ended, item)?.request_id)).toEqual(ids());
	});
});

describe('Retry On Fail of a model whose values are others in each try', () => {
	const models = () =>
		service.emulator.requests().filter(({ operation }) => operation === 'model').length;
	const random = '={{ ({ prompt: "a cat", seed: Math.floor(Math.random() * 1e9) }) }}';
	const timed = '={{ ({ prompt: "a cat at " + $now.toMillis() }) }}';

	it('creates nothing beside an unconfirmed task', async () => {
		service.emulator.addFault({ on: 'model', effect: { type: 'reset', when: 'after' } });

		const ended = await service.run({
			parameters: runModel({ modelParameters: random }),
			settings: retries,
		});

		expect(models()).toBe(1);
		expect(detailsOf(ended)).toMatchObject({ kind: 'unconfirmed' });
	});

	const pathByTime = () => {
		const soon = service.time.now() + 3_000;
		return `={{ "sample-" + ($now.toMillis() < ${soon} ? "painter/text-to-image" : "writer/text-to-text") }}`;
	};

	it.each<[string, () => Parameters]>([
		['a seed', () => ({ modelParameters: random })],
		['the time in a text', () => ({ modelParameters: timed })],
		['its path', () => ({ modelPath: pathByTime() })],
	])('continues with a task that is still running: %s', async (_, more) => {
		expecting(RUNS);

		const ended = await service.run({
			parameters: runModel({ ...more(), ...SIX_SECONDS }),
			settings: retries,
		});

		const [task] = service.emulator.modelTasks();
		expect(models()).toBe(1);
		expect(jsonOf(ended)).toMatchObject({ request_id: task?.requestId, status: 'Success' });
	});
});

const json = (...members: [string, unknown][]) => JSON.stringify(Object.fromEntries(members));

/** The node of the failed execution, and the one in the current workflow. */
const EDITS: readonly [string, Parameters, Parameters, number][] = [
	['nothing', cat('a cat'), cat('a cat'), 1],
	['nothing, and expressions return other values', cat(RANDOM), cat(RANDOM), 1],
	[
		'Max Wait Time, and expressions return other values',
		cat(RANDOM),
		cat(RANDOM, { options: { maxWaitMinutes: 30 } }),
		1,
	],
	[
		'nothing, but saving it has dropped the empty fields',
		runForm({ [PROMPT]: RANDOM, [STEPS]: null }, SIX_SECONDS),
		cat(RANDOM),
		1,
	],
	['the text, which has the same value', cat('a cat'), cat('={{ "a " + "cat" }}'), 1],
	['the way in which the app is given', ofApp('54663'), ofApp('={{ 54663 }}'), 1],
	['the form, for JSON of the same values', cat('a cat'), inJson(json([PROMPT, 'a cat'])), 1],
	['the form, for Override Inputs', cat('a cat'), overriding('a cat'), 1],
	[
		'the order of JSON',
		inJson(json([PROMPT, 'a cat'], [STEPS, 7])),
		inJson(json([STEPS, 7], [PROMPT, 'a cat'])),
		1,
	],
	['the text and its value', cat('a cat'), cat('a dog'), 2],
	['a text that differs in each try', cat(RANDOM), cat(RANDOM.replace('cat', 'dog')), 2],
	['the app, which gets the same values', ofApp('54663'), ofApp(String(FAILING_APP)), 2],
];

async function failing(parameters: Parameters): Promise<Ended> {
	const failed = await service.run({ parameters });
	expect(failed.error).toBeDefined();
	return failed;
}

/** Fails with the first parameters, and is retried with the second ones. */
async function editedRetry(first: Parameters, parameters: Parameters): Promise<Ended> {
	const current = { parameters, onError: 'continueRegularOutput' } as const;
	const earlier = retryOf(await failing(first), current);
	return service.run({ parameters, earlier, executionId: '2' });
}

describe('"Retry" in the executions list, after a task that is still running,', () => {
	beforeEach(() => expecting(RUNS));

	it.each(EDITS)(
		'with the current workflow, where somebody changed %s',
		async (_, first, second, creates) => {
			const ended = await editedRetry(first, second);

			expect(service.creates()).toBe(creates);
			expect(idOf(ended)).toBe(ids().at(-1));
		},
	);

	it.each([
		['creates a new task', undefined, { status: 'Success' }],
		[
			'gets no new one',
			{ type: 'refuse', code: 20049 },
			{ details: { kind: 'balance', status: 'NotCreated' } },
		],
	] as const)(
		'names it, but not as the task of the item, where new work %s',
		async (_, effect, expected) => {
			if (effect) service.emulator.addFault({ on: 'create', skip: 1, effect });

			const ended = await editedRetry(cat('a cat'), cat('a dog'));

			expect(jsonOf(ended)).toMatchObject(expected);
			expect(JSON.stringify([jsonOf(ended), ended.hints])).toContain(ids()[0]);
			expect(idOf(ended)).not.toBe(ids()[0]);
			expect(JSON.stringify(jsonOf(ended))).not.toContain(DENIAL);
		},
	);
});

describe('"Retry" in the executions list, after an unconfirmed task,', () => {
	beforeEach(() => expecting(IS_UNCONFIRMED));

	it.each([
		['nothing, and expressions return other values', cat(RANDOM)],
		['Max Wait Time', cat(RANDOM, { options: { maxWaitMinutes: 30 } })],
	])('creates nothing, where somebody changed %s', async (_, second) => {
		const ended = await editedRetry(cat(RANDOM), second);

		expect(service.creates()).toBe(1);
		expect(detailsOf(ended)).toMatchObject({ kind: 'unconfirmed' });
	});

	it('creates new work where somebody changed the text', async () => {
		const ended = await editedRetry(cat('a cat'), cat('a dog'));

		expect(service.creates()).toBe(2);
		expect(idOf(ended)).toBe(ids().at(-1));
	});

	it('denies no charge where new work gets no task', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20049 } });

		const ended = await editedRetry(cat('a cat'), cat('a dog'));

		expect(detailsOf(ended).kind).toBe('balance');
		expect(detailsOf(ended).status).not.toBe('NotCreated');
		expect(JSON.stringify(jsonOf(ended))).not.toContain(DENIAL);
	});
});

/** n8n's first-class Agents run tools outside of executions. */
async function callTool(parameters: Parameters): Promise<unknown> {
	const data = createEmptyRunExecutionData();
	const call = { credential: service.credential, data, parameters, executionId: undefined };
	return callNode(call).then(
		([item]) => item?.json.request_id,
		(error: Error) => error.message,
	);
}

const rows = (...members: [string, unknown][]) =>
	cat('', { overrideInputs: { values: members.map(([key, value]) => ({ key, value })) } as never });

it.each([
	['JSON', (...members: [string, unknown][]) => inJson(json(...members))],
	['Override Inputs', rows],
])("an agent's call whose values come in another order is an equal call: %s", async (_, given) => {
	expecting(RUNS);

	expect(await callTool(given([PROMPT, 'a cat'], [STEPS, 7]))).toContain(ids()[0]);
	expect(await callTool(given([STEPS, 7], [PROMPT, 'a cat']))).toBe(ids()[0]);

	expect(service.creates()).toBe(1);
});

it('an equal call after one that returned its task unfinished gets the result of that task', async () => {
	expecting(RUNS);
	const call = () =>
		callTool(cat('a cat', { options: { maxWaitMinutes: 0.1, onTimeout: 'return' } }));

	expect([await call(), await call()]).toEqual([ids()[0], ids()[0]]);

	expect(service.creates()).toBe(1);
});

it('of equal calls at once, the one without a result goes on with its own task', async () => {
	const call = () => callTool(cat('a cat', SIX_SECONDS));
	service.emulator.plan({}, { times: 1 });
	expecting(RUNS);
	const [, late] = await Promise.all([call(), call()]);

	expect(late).toContain(ids()[1]);
	expect(await call()).toContain(ids()[1]);

	expect(service.creates()).toBe(2);
});

it('of equal calls, one that comes while the other waits gets a task of its own', async () => {
	const first = callTool(cat('a cat'));
	await service.time.sleep(1_500);
	expect(service.creates()).toBe(1);

	const second = await callTool(cat('a cat'));

	expect([await first, second]).toEqual(ids());
	expect(service.creates()).toBe(2);
});

it.each([
	['text', inJson(json([PROMPT, 'a dog']))],
	['input', inJson(json([PROMPT, 'a cat'], [STEPS, 7]))],
])("an agent's call with another %s is new work", async (_, other) => {
	expecting(RUNS);

	await callTool(inJson(json([PROMPT, 'a cat'])));
	await callTool(other);

	expect(service.creates()).toBe(2);
});
