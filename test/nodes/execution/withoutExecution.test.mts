import { randomUUID } from 'node:crypto';
import {
	createEmptyRunExecutionData,
	createRunExecutionData,
	type IExecuteFunctions,
	type IRunExecutionData,
} from 'n8n-workflow';
import { resources } from '../../../nodes/AiApp/actions/resources';
import { createNodeLedger } from '../../../nodes/AiApp/memory/ledger';
import { toolLedger } from '../../../nodes/AiApp/memory/callsWithoutExecution';
import type { Ended } from '../engine.mts';
import { checkOf } from '../inputChecks.mts';
import type { Parameters } from '../instance.mts';
import { MAY_PAY } from '../moneySentences.mts';
import { onTask, PROMPT, runForm, runModel, useService } from '../service.mts';
import { type Call, callNode } from '../toolCalls.mts';

const service = useService();

/** n8n's first-class Agents run a node tool with no execution around it. */
function runByAgent(parameters: Parameters, type?: string) {
	const data = createEmptyRunExecutionData();
	return callNode({ credential: service.credential, parameters, data, ...(type && { type }) });
}

const common = (resource: string, operation: string) => ({ resource, operation, options: {} });
const prompt = { [PROMPT]: 'a cat' };

/** Parameters of the operations that have some; those on a task are given its id. */
const PARAMETERS: Record<string, (requestId: string) => Parameters> = {
	'app checkInputs': () => checkOf(runForm(prompt)),
	'app get': () => ({ ...runForm({}), ...common('app', 'get') }),
	'app run': () => runForm(prompt),
	'file upload': () => ({
		...common('file', 'upload'),
		fileSource: 'url',
		fileUrl: `${service.emulator.storageUrl}/samples/portrait.png`,
	}),
	'model getTask': () => ({ ...common('model', 'getTask'), requestId: 'none', simplify: true }),
	'model run': () => runModel(),
	'task cancel': (id) => onTask('cancel', id),
	'task getOutputs': (id) => onTask('getOutputs', id),
	'task getStatus': (id) => onTask('getStatus', id),
	'task interrupt': (id) => onTask('interrupt', id),
	'task stop': (id) => onTask('stop', id),
	'task wait': (id) => onTask('wait', id),
};

const OPERATIONS = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.keys(operations).map((operation) => [resource, operation] as const),
);

/** Results that only the status of the task can cause. */
const REFUSALS: Record<string, RegExp> = {
	'task interrupt': /status doesn't allow this/,
	'model getTask': /not found/,
};

it.each(OPERATIONS)('without an execution, %s %s works', async (resource, operation) => {
	service.emulator.plan({ queuingMs: 1_000 });
	const [created] = await runByAgent(runForm(prompt, { waitMode: 'none' }));
	const requestId = String(created?.json.request_id);
	await service.time.sleep(500);

	const name = `${resource} ${operation}`;
	const run = runByAgent(PARAMETERS[name]?.(requestId) ?? common(resource, operation));

	const refusal = REFUSALS[name];
	if (refusal) await expect(run).rejects.toThrow(refusal);
	else expect((await run)[0]?.json).not.toHaveProperty('error');
});

it('an agent waits for the result instead of pausing', async () => {
	const [item] = await runByAgent(runForm(prompt, { waitMode: 'pause' }));

	expect(item?.json).toMatchObject({ status: 'Success' });
});

it('a pause without an execution is rejected before anything is created', async () => {
	const parameters = runForm(prompt, { waitMode: 'pause' });

	const run = runByAgent(parameters, 'n8n-nodes-ai-app-tasks.aiApp');

	await expect(run).rejects.toThrow("can't be paused");
	expect(service.creates()).toBe(0);
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FULL = { type: 'answer', status: 429, body: { code: 30040 } } as const;

/** The request ID, or the reply to the model. */
async function call(maxWaitMinutes: number, prompt = 'a cat'): Promise<unknown> {
	const parameters = runForm({ [PROMPT]: prompt }, { options: { maxWaitMinutes } });
	const data = createEmptyRunExecutionData();
	return callNode({ parameters, data, credential: service.credential }).then(
		([item]) => item?.json.request_id,
		(error: Error) => error.message,
	);
}

/** Each look at a task takes a while, so that an hour has few of them. */
function slowLooks(): void {
	const effect = { type: 'delay', ms: 20_000 } as const;
	service.emulator.addFault({ on: 'status', times: Infinity, effect });
}

describe('a call that is equal to an earlier one', () => {
	it('waits for the task of a call that has waited for longer than an hour', async () => {
		slowLooks();
		service.emulator.plan({ runningMs: 100 * MINUTE }, { times: 1 });

		expect(await call(90)).toContain("didn't finish within 90 minutes");
		expect(await call(90)).toBe(service.emulator.tasks()[0]?.requestId);
		expect(service.creates()).toBe(1);
	});

	it.each([5_000, 5 * MINUTE])(
		'creates no task %i ms after an unconfirmed create, however long that call has waited before',
		async (ms) => {
			service.emulator.addFault({ on: 'create', times: Infinity, effect: FULL });
			service.time.after(14 * MINUTE, () => {
				service.emulator.clearFaults();
				service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });
			});

			expect(await call(30)).toContain("Don't call this tool again");
			await service.time.sleep(ms);
			await call(30);

			expect(service.emulator.tasks()).toHaveLength(1);
		},
	);

	it('finds its task although calls with other values have come since', async () => {
		slowLooks();
		service.emulator.plan({ runningMs: 70 * MINUTE }, { times: 1 });
		service.time.after(61 * MINUTE, () => void call(5, 'a dog'));

		expect(await call(65)).toContain("didn't finish within 65 minutes");
		await call(65);

		const cats = service.emulator
			.tasks()
			.filter(({ inputValues }) => inputValues[PROMPT] === 'a cat');
		expect(cats).toHaveLength(1);
	});
});

it('what calls leave is bounded: tasks without a result go first, running ones and those in use stay', () => {
	const ctx = {
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: 'node', name: 'AI App' }),
	} as unknown as IExecuteFunctions;
	const { entries, uses } = toolLedger(ctx, 'account');
	const leave = (key: string, message?: string) => {
		const end = { endedAt: 0, status: 'Failed', message };
		const tasks = [{ requestId: key, typed: '', given: '', ...(message && end) }];
		entries[key] = { tasks };
		uses?.(key, false);
	};
	for (let n = 0; n < 1_500; n++) leave(`failed ${n}`, 'Out of memory');
	leave('running');
	leave('in use', 'Out of memory');
	uses?.('in use', true);

	const left = Object.keys(toolLedger(ctx, 'account').entries);

	expect(left.length).toBeLessThanOrEqual(1_001);
	expect(left).toEqual(expect.arrayContaining(['running', 'in use', 'failed 1499']));
});

it('a result that one call has returned is new work for another call that began before', () => {
	const ctx = {
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: 'node', name: 'AI App', type: 'aiAppTool' }),
		getExecutionId: () => '',
	} as unknown as IExecuteFunctions;
	const work = { itemIndex: 0, variations: 1, of: 1, inputs: { prompt: 'a cat' }, typed: '' };
	const one = createNodeLedger(ctx, () => toolLedger(ctx, 'one account'));
	const other = createNodeLedger(ctx, () => toolLedger(ctx, 'one account'));
	const [key = ''] = one.claim(work);
	one.write(key, { tasks: [{ requestId: 'first' }] });
	one.deliver(key);
	one.release();

	const [again = ''] = other.claim(work);

	expect(again).toBe(key);
	expect(other.read(again)).toEqual({ tasks: [] });
});

const continues = { onError: 'continueRegularOutput' } as const;
const cat = runForm({ [PROMPT]: 'a cat' });
const shortWait = runForm({ [PROMPT]: 'a cat' }, { options: { maxWaitMinutes: 0.1 } });

function ids({ outputs }: Ended): unknown[] {
	return (outputs[0] ?? []).map(({ json }) => json.request_id);
}

describe('an agent that calls its tool again', () => {
	const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool', ...continues };

	it.each([
		['attaches to the task after Max Wait Time', shortWait, 10_000, 1],
		['gets a new task after a result', cat, 1_000, 2],
	])('%s', async (_, parameters, runningMs, creates) => {
		service.emulator.plan({ runningMs }, { times: 1 });
		const first = await service.run({ parameters, settings });

		const second = await service.run({ parameters, settings, earlier: first.run.data });

		expect(ids(second)).toEqual([service.emulator.tasks().at(-1)?.requestId]);
		expect(service.creates()).toBe(creates);
	});
});

describe('an agent that calls its tool twice at the same time', () => {
	const call = (data: IRunExecutionData, run: number, parameters: Parameters) =>
		callNode({ credential: service.credential, parameters, data, run, executionId: '1' });
	const dog = runForm({ [PROMPT]: 'a dog' }, { options: { maxWaitMinutes: 0.1 } });

	it('can find both tasks later', async () => {
		const data = createRunExecutionData();
		service.emulator.plan({ runningMs: 10_000 });
		await Promise.allSettled([call(data, 0, shortWait), call(data, 1, dog)]);
		expect(service.creates()).toBe(2);

		await Promise.all([call(data, 2, shortWait), call(data, 3, dog)]);

		expect(service.creates()).toBe(2);
	});

	it('gets two tasks for equal inputs', async () => {
		const data = createRunExecutionData();

		const both = await Promise.all([call(data, 0, cat), call(data, 1, cat)]);

		const given = both.map(([item]) => item?.json.request_id);
		expect(new Set(given).size).toBe(2);
		expect(service.creates()).toBe(2);
	});
});

/** What n8n provides with a call that belongs to no execution, and with calls of other tools. */
const WITHOUT_EXECUTION: readonly [string, () => Partial<Call>, readonly Partial<Call>[]][] = [
	[
		'a first-class Agent',
		() => ({
			data: createEmptyRunExecutionData(),
			node: { id: randomUUID() },
			workflowId: undefined,
		}),
		[{ node: { name: 'Another tool' } }],
	],
	[
		'an MCP client',
		() => ({ data: createRunExecutionData() }),
		[{ node: { id: 'another' } }, { workflowId: 'another' }],
	],
];

describe.each(WITHOUT_EXECUTION)('%s that calls a tool without an execution', (_, from, others) => {
	const call = (parameters: Parameters, account = {}, more: Partial<Call> = {}) =>
		callNode({
			...{ parameters, data: createRunExecutionData(), ...from(), ...more },
			credential: { ...service.credential, ...account },
		});
	const loseAnswer = () =>
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });

	const STOPS = runForm(prompt, { options: { maxWaitMinutes: 0.1, onTimeout: 'stop' } });

	it.each<[string, Parameters, number, RegExp, Parameters, number]>([
		[
			'attaches to the task after Max Wait Time',
			shortWait,
			10_000,
			/request ID with another tool/,
			shortWait,
			1,
		],
		['gets a new task after a result', cat, 1_000, /^result$/, cat, 2],
		['gets a new task after one that the node stopped', STOPS, HOUR, /^(?!result$)/, cat, 2],
	])('%s', async (_, first, runningMs, reply, second, creates) => {
		service.emulator.plan({ runningMs }, { times: 1 });
		const said = await call(first).then(
			() => 'result',
			({ message }: Error) => message,
		);
		expect(said).toMatch(reply);

		const [item] = await call(second);

		expect(item?.json).toMatchObject({
			request_id: service.emulator.tasks().at(-1)?.requestId,
			status: 'Success',
		});
		expect(service.creates()).toBe(creates);
	});

	it('again after an unconfirmed create gets no second task for ten minutes', async () => {
		loseAnswer();
		await expect(call(cat)).rejects.toThrow("Don't call this tool again");

		await expect(call(cat)).rejects.toThrow("Don't call this tool again");
		expect(service.creates()).toBe(1);

		await service.time.sleep(11 * MINUTE);
		await call(cat);
		expect(service.creates()).toBe(2);
	});

	it('gets both tasks later if it calls twice at the same time', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const dog = runForm({ [PROMPT]: 'a dog' }, { options: { maxWaitMinutes: 0.1 } });
		await Promise.allSettled([call(shortWait), call(dog)]);

		await Promise.all([call(shortWait), call(dog)]);

		expect(service.creates()).toBe(2);
	});

	it('again after the node stopped the task hears of it if there is no new one', async () => {
		service.emulator.plan({ runningMs: 10 * MINUTE }, { times: 1 });
		await expect(call(STOPS)).rejects.toThrow();
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20050 } });

		const reply = await call(cat).catch((error: Error) => error.message);

		expect(reply).toContain(service.emulator.tasks()[0]?.requestId);
		expect(reply).toContain(MAY_PAY);
	});

	it.each(others)('gets nothing that another tool has left: %j', async (other) => {
		loseAnswer();
		await expect(call(cat)).rejects.toThrow("Don't call this tool again");

		await call(cat, {}, other);

		expect(service.creates()).toBe(2);
	});

	it('with another account gets a task of that account', async () => {
		loseAnswer();
		await expect(call(cat)).rejects.toThrow("Don't call this tool again");

		await call(cat, { baseUrl: service.emulator.apiUrl.replace('127.0.0.1', 'localhost') });

		expect(service.creates()).toBe(2);
	});
});
