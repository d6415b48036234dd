import type { IWebhookFunctions } from 'n8n-workflow';
import { createProcessedTasks } from '../../../nodes/AiApp/trigger/startOnce';
import { until } from '../../until.mts';
import { useService } from '../service.mts';
import { createTask, post, useTriggers } from './triggerCalls.mts';
import type { TriggerHost } from './triggerHost.mts';

const service = useService();
const listen = useTriggers(service);

const TIMES = 10;

function posts(host: TriggerHost, requestId: string): Promise<number[]> {
	const all = Array.from({ length: TIMES }, () => post(host, { request_id: requestId }));
	return Promise.all(all.map(async (answer) => (await answer).status));
}

/** What a trigger remembers that has not been saved yet. */
function seenBy(workflowId: string) {
	return createProcessedTasks({
		getWorkflow: () => ({ id: workflowId }),
		getNode: () => ({ id: 'trigger' }),
		getWorkflowStaticData: () => ({}),
	} as unknown as IWebhookFunctions);
}

describe('a task starts the workflow once', () => {
	it('a repeated callback starts nothing', async () => {
		const host = await listen();
		const requestId = await createTask(service);

		for (let n = 0; n < TIMES; n++) await post(host, { request_id: requestId });

		expect(host.started).toHaveLength(1);
		const reads = service.emulator.requests().filter(({ operation }) => operation === 'outputs');
		expect(reads).toHaveLength(1);
	});

	it('of callbacks that arrive at the same moment one starts it', async () => {
		const host = await listen();
		const requestId = await createTask(service);

		expect(await posts(host, requestId)).toEqual(Array.from({ length: TIMES }, () => 200));
		expect(host.started).toHaveLength(1);
	});

	it('it starts once if the process is restarted between two callbacks', async () => {
		const host = await listen();
		const requestId = await createTask(service);
		await post(host, { request_id: requestId });

		await jest.isolateModulesAsync(async () => {
			const { AiAppTrigger } = await import('../../../nodes/AiApp/AiAppTrigger.node');
			const later = await listen({ staticData: host.staticData(), type: new AiAppTrigger() });

			expect(await post(later, { request_id: requestId })).toMatchObject({ status: 200 });
			expect(later.started).toEqual([]);
			expect(await post(later, { request_id: await createTask(service) })).toMatchObject({
				status: 200,
			});
			expect(later.started).toHaveLength(1);
		});
	});

	it('it starts each of two workflows that contain the same node', async () => {
		const [one, other] = [await listen({ workflowId: 'one' }), await listen({ workflowId: 'two' })];
		const requestId = await createTask(service);

		const answers = [one, other].map((host) => post(host, { request_id: requestId }));

		expect(await Promise.all(answers)).toMatchObject([{ status: 200 }, { status: 200 }]);
		expect([one.started, other.started]).toMatchObject([[{}], [{}]]);
	});

	it('it starts again while the editor listens, because users test repeatedly', async () => {
		const host = await listen({ mode: 'manual' });
		const requestId = await createTask(service);

		await post(host, { request_id: requestId });
		await post(host, { request_id: requestId });

		expect(host.started).toHaveLength(2);
		expect(host.staticData()).toEqual({});
	});

	it('however many triggers there are, up to 100,000 tasks of all of them', () => {
		const quiet = seenBy('quiet');
		quiet.addToMemory('task');
		for (let n = 0; n < 1_000; n++) seenBy(`other ${n}`).addToMemory('task');
		const busy = seenBy('busy');
		for (let n = 0; n < 90_000; n++) busy.addToMemory(`task-${n}`);

		expect(seenBy('quiet').has('task')).toBe(true);
		for (let n = 90_000; n < 120_000; n++) busy.addToMemory(`task-${n}`);
		expect(['task-0', 'task-90000', 'task-119999'].map((id) => busy.has(id))).toEqual([
			false,
			true,
			true,
		]);
	});

	it('the memory for processed tasks is limited', async () => {
		const parameters = { resultSource: 'callback' };
		const host = await listen({ parameters });

		for (let n = 0; n < 230; n++) await post(host, { request_id: `task-${n}`, status: 'Success' });

		const kept = Object.values(host.staticData())[0] as { processedTasks: string[] };
		expect(kept.processedTasks).toHaveLength(200);
		expect(kept.processedTasks.at(-1)).toBe('task-229');
	});
});

afterEach(() => jest.restoreAllMocks());

/** Keeps n8n from starting executions until the gate is opened or fails. */
function gateOf(host: TriggerHost) {
	let waiting = 0;
	let open = () => {};
	let fail = () => {};
	const gate = new Promise<void>((resolve, reject) => {
		open = resolve;
		fail = () => reject(new Error('no room'));
	});
	host.onStart(() => {
		waiting += 1;
		return gate;
	});
	return {
		open: () => open(),
		fail: () => fail(),
		/** How many runs n8n has been asked for. */
		asked: () => waiting,
		reached: () => until(() => waiting > 0),
	};
}

describe('a callback counts as received after n8n has started its execution', () => {
	it("an execution that couldn't be started is started by the next callback", async () => {
		const host = await listen();
		const requestId = await createTask(service);
		host.onStart(() => Promise.reject(new Error('no room')));
		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 500 });

		host.onStart(() => Promise.resolve());

		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 200 });
		expect(host.started).toHaveLength(1);
		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 200 });
		expect(host.started).toHaveLength(1);
	});

	it.each([
		['started', 'open', 200],
		['could not be started', 'fail', 503],
	] as const)(
		'waiting duplicates get their response when the execution %s',
		async (_, what, status) => {
			const host = await listen();
			const gate = gateOf(host);
			const requestId = await createTask(service);
			const first = post(host, { request_id: requestId });
			await gate.reached();
			const second = post(host, { request_id: requestId });
			await until(() => host.calls() === 2);

			gate[what]();

			expect(await first).toMatchObject({ status: what === 'open' ? 200 : 500 });
			expect(await second).toMatchObject({ status });
			expect(gate.asked()).toBe(1);
		},
	);

	it('duplicates that wait too long are asked to call again', async () => {
		const host = await listen();
		const gate = gateOf(host);
		const requestId = await createTask(service);
		const first = post(host, { request_id: requestId });
		await gate.reached();
		jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());

		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 503 });

		gate.open();
		await first;
		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 200 });
		expect(host.started).toHaveLength(1);
	});

	it.each([
		['starts anyway', 'open', 1],
		['fails', 'fail', 0],
	] as const)(
		'the caller has disconnected, and the execution %s',
		async (_, what, startedByFirst) => {
			const host = await listen();
			const gate = gateOf(host);
			const requestId = await createTask(service);
			const hangUp = new AbortController();
			const first = post(host, { request_id: requestId }, {}, hangUp.signal);
			await gate.reached();
			hangUp.abort();
			await expect(first).rejects.toThrow();
			expect(await post(host, { request_id: requestId })).toMatchObject({ status: 503 });

			let startedByNext = 0;
			host.onStart(() => Promise.resolve(void (startedByNext += 1)));
			gate[what]();
			await until(async () => (await post(host, { request_id: requestId })).status === 200);

			expect(startedByNext).toBe(1 - startedByFirst);
			expect(host.started).toHaveLength(1);
		},
	);
});
