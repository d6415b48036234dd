import { randomUUID } from 'node:crypto';
import {
	createEmptyRunExecutionData,
	createRunExecutionData,
	type IRunExecutionData,
} from 'n8n-workflow';
import type { Ended } from './engine.mts';
import type { Parameters } from './instance.mts';
import { PROMPT, runForm, useService } from './service.mts';
import { callNode, type Call } from './toolCalls.mts';

const service = useService();

const continues = { onError: 'continueRegularOutput' } as const;
const cat = runForm({ [PROMPT]: 'a cat' });
const shortWait = runForm({ [PROMPT]: 'a cat' }, { limits: { maxWaitMinutes: 0.1 } });

function ids({ outputs }: Ended): unknown[] {
	return (outputs[0] ?? []).map(({ json }) => json.request_id);
}

describe('an agent that calls its tool', () => {
	const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool', ...continues };
	const again = (before: Ended, parameters = cat) =>
		service.run({ parameters, settings, earlier: before.run.data });

	it('again after Max Wait Time attaches to the task', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const first = await service.run({ parameters: shortWait, settings });

		const second = await again(first, shortWait);

		expect(ids(second)).toEqual([service.emulator.tasks()[0]?.requestId]);
		expect(service.creates()).toBe(1);
	});

	it('again after a result gets a new one', async () => {
		const first = await service.run({ parameters: cat, settings });

		const second = await again(first);

		expect(service.creates()).toBe(2);
		expect(ids(second)).toEqual([service.emulator.tasks()[1]?.requestId]);
	});
});

describe('an agent that calls its tool twice at the same time', () => {
	const call = (data: IRunExecutionData, run: number, parameters: Parameters) =>
		callNode({ credential: service.credential, parameters, data, run, executionId: '1' });
	const dog = runForm({ [PROMPT]: 'a dog' }, { limits: { maxWaitMinutes: 0.1 } });

	it('can find both tasks later', async () => {
		const data = createRunExecutionData();
		service.emulator.plan({ runningMs: 10_000 });
		await Promise.allSettled([call(data, 0, shortWait), call(data, 1, dog)]);
		expect(service.creates()).toBe(2);

		await Promise.all([call(data, 2, shortWait), call(data, 3, dog)]);

		expect(service.creates()).toBe(2);
	});

	it('for equal inputs gets two tasks', async () => {
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
	const MINUTE_MS = 60_000;
	const call = (parameters: Parameters, account = {}, more: Partial<Call> = {}) =>
		callNode({
			...{ parameters, data: createRunExecutionData(), ...from(), ...more },
			credential: { ...service.credential, ...account },
		});
	const order = (prompt: string) =>
		runForm({ [PROMPT]: prompt }, { options: { idempotencyKey: 'order 17' } });
	const loseAnswer = () =>
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });

	it('again after Max Wait Time attaches to the task', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		await expect(call(shortWait)).rejects.toThrow('may still run');

		const [item] = await call(shortWait);

		expect(item?.json.request_id).toBe(service.emulator.tasks()[0]?.requestId);
		expect(service.creates()).toBe(1);
	});

	it('again after an unconfirmed create gets no second task for ten minutes', async () => {
		loseAnswer();
		await expect(call(cat)).rejects.toThrow('The task may exist');

		await expect(call(cat)).rejects.toThrow('The task may exist');
		expect(service.creates()).toBe(1);

		await service.time.sleep(11 * MINUTE_MS);
		await call(cat);
		expect(service.creates()).toBe(2);
	});

	it('twice at the same time gets both tasks later', async () => {
		service.emulator.plan({ runningMs: 10_000 });
		const dog = runForm({ [PROMPT]: 'a dog' }, { limits: { maxWaitMinutes: 0.1 } });
		await Promise.allSettled([call(shortWait), call(dog)]);

		await Promise.all([call(shortWait), call(dog)]);

		expect(service.creates()).toBe(2);
	});

	it('again after a result gets a new one', async () => {
		const [first] = await call(cat);
		const [second] = await call(cat);

		expect(first?.json.request_id).not.toBe(second?.json.request_id);
		expect(service.creates()).toBe(2);
	});

	it('again after the node stopped the task gets a new one', async () => {
		const stops = { maxWaitMinutes: 0.1, onTimeout: 'stop' };
		service.emulator.plan({ runningMs: 10 * MINUTE_MS }, { times: 1 });
		await expect(call(runForm({ [PROMPT]: 'a cat' }, { limits: stops }))).rejects.toThrow();

		const [item] = await call(cat);

		expect(item?.json.status).toBe('Success');
		expect(service.creates()).toBe(2);
	});

	it('again after the node stopped the task hears of it if there is no new one', async () => {
		const limits = { maxWaitMinutes: 0.1, onTimeout: 'stop' };
		service.emulator.plan({ runningMs: 10 * MINUTE_MS }, { times: 1 });
		await expect(call(runForm({ [PROMPT]: 'a cat' }, { limits }))).rejects.toThrow();
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20050 } });

		const reply = await call(cat).catch((error: Error) => error.message);

		expect(reply).toContain(service.emulator.tasks()[0]?.requestId);
		expect(reply).toMatch(/You may be charged\.$/);
	});

	it('with the same Idempotency Key gets the result that exists', async () => {
		const [first] = await call(order('a cat'));
		const [second] = await call(order('a cat'));

		expect(second?.json.request_id).toBe(first?.json.request_id);
		expect(service.creates()).toBe(1);
	});

	it('with the same Idempotency Key and other inputs is rejected', async () => {
		await call(order('a cat'));

		await expect(call(order('a dog'))).rejects.toThrow("'Idempotency Key' already stands for");
		expect(service.creates()).toBe(1);
	});

	it.each(others)('gets nothing that another tool has left: %j', async (other) => {
		loseAnswer();
		await expect(call(cat)).rejects.toThrow('The task may exist');
		const [first] = await call(order('a dog'));

		await call(cat, {}, other);
		const [second] = await call(order('a fox'), {}, other);

		expect(second?.json.request_id).not.toBe(first?.json.request_id);
		expect(service.creates()).toBe(4);
	});

	it('with another account gets a task of that account', async () => {
		loseAnswer();
		await expect(call(cat)).rejects.toThrow('The task may exist');

		await call(cat, { baseUrl: service.emulator.apiUrl.replace('127.0.0.1', 'localhost') });

		expect(service.creates()).toBe(2);
	});
});
