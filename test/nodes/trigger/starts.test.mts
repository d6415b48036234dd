import type { IWebhookFunctions } from 'n8n-workflow';
import type { FaultEffect } from '../../../emulator/index.mts';
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
function seenBy(workflowId: string, nodeId = 'trigger') {
	return createProcessedTasks({
		getWorkflow: () => ({ id: workflowId }),
		getNode: () => ({ id: nodeId }),
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

	it('each trigger of a workflow has its own', () => {
		seenBy('both', 'first').addToMemory('task');
		expect(seenBy('both', 'second').has('task')).toBe(false);
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
		await post(host, { request_id: 'task-0', status: 'Success' });
		const staticData = host.staticData();
		const { processedTasks } = Object.values(staticData)[0] as { processedTasks: string[] };
		for (let n = 1; n < 200; n++) processedTasks.push(`task-${n}`);
		const later = await listen({ parameters, staticData });

		await post(later, { request_id: 'task-200', status: 'Success' });

		const kept = Object.values(later.staticData())[0] as { processedTasks: string[] };
		expect(kept.processedTasks).toHaveLength(200);
		expect(kept.processedTasks.at(-1)).toBe('task-200');
	});
});

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

	it('a test in the editor starts, although a production execution of the same task has not', async () => {
		const host = await listen({ workflowId: 'both' });
		const gate = gateOf(host);
		const requestId = await createTask(service);
		const first = post(host, { request_id: requestId });
		await gate.reached();
		const editor = await listen({ mode: 'manual', workflowId: 'both' });
		expect(await post(editor, { request_id: requestId })).toMatchObject({ status: 200 });
		gate.open();
		expect(await first).toMatchObject({ status: 200 });
	});

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

const MINUTE = 60_000;

/** Makes time limits of this length pass on the virtual clock; all others stay real. */
function onVirtualTime(limitMs: number): void {
	const real = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		if (ms !== limitMs) return real(ms);
		const limit = new AbortController();
		service.time.after(ms, () => limit.abort());
		return limit.signal;
	});
}

function failOn(on: 'status' | 'outputs', effect: FaultEffect): void {
	service.emulator.addFault({ on, times: Infinity, effect });
}

describe('with Fetch From Service', () => {
	it('the content of the body is ignored', async () => {
		const host = await listen();
		const requestId = await createTask(service);
		const forged = {
			request_id: requestId,
			status: 'Failed',
			outputs: [{ object_url: 'https://elsewhere.example.com/a.png', error_type: 'NOT_ERROR' }],
		};

		await post(host, forged);

		expect(host.started).toMatchObject([{ request_id: requestId, status: 'Success' }]);
		expect(JSON.stringify(host.started)).not.toContain('elsewhere');
	});

	it.each<[string, object | undefined]>([
		['an unfinished task: 503, whatever the body says', { queuingMs: MINUTE }],
		['an unknown task: 503, because a new one may not be found yet', undefined],
	])('nothing starts for %s', async (_, plan) => {
		const host = await listen();
		const requestId = plan ? await createTask(service, plan) : 'made-up';

		const body = { request_id: requestId, status: 'Success', outputs: [] };
		expect(await post(host, body)).toMatchObject({ status: 503 });
		expect(host.started).toEqual([]);
	});

	it.each([30001, 'WAF-1', undefined])(
		'an account that is refused with the code %s: 503, because it may be let in again',
		async (code) => {
			const host = await listen();
			const requestId = await createTask(service);
			failOn('status', { type: 'answer', status: 403, body: { code, message: 'Refused' } });

			const body = { request_id: requestId, status: 'Success' };
			expect(await post(host, body)).toMatchObject({ status: 503 });
			expect(host.warnings.join()).toContain(requestId);
			service.emulator.clearFaults();
			expect(await post(host, body)).toMatchObject({ status: 200 });
			expect(host.started).toMatchObject([{ request_id: requestId, status: 'Success' }]);
		},
	);

	it.each<[string, 'status' | 'outputs', FaultEffect]>([
		['an error of the service', 'status', { type: 'answer', status: 500, body: '' }],
		['half an answer', 'status', { type: 'truncate' }],
		['a refused key', 'status', { type: 'answer', status: 401, body: '"Token is invalid"' }],
		['outputs that cannot be read', 'outputs', { type: 'answer', status: 404, body: {} }],
	])('%s gets 503, and nothing starts', async (_, on, effect) => {
		const host = await listen();
		const requestId = await createTask(service);
		failOn(on, effect);

		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 503 });
		expect(host.started).toEqual([]);

		service.emulator.clearFaults();
		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 200 });
		expect(host.started).toHaveLength(1);
	});

	describe("a task that can't be read is logged", () => {
		const refused = { type: 'answer', status: 401, body: '"Token is invalid"' } as const;

		it('the line has kind and message, and the response says so', async () => {
			const host = await listen();
			const requestId = await createTask(service);
			failOn('status', refused);

			expect(await post(host, { request_id: requestId })).toEqual({
				status: 503,
				message: "Couldn't get the task from the service",
			});
			const why = "credential: The service didn't accept the API key";
			expect(host.warnings).toEqual([
				expect.stringContaining(`couldn't get task ${requestId} after its callback. ${why}`),
			]);
		});

		it('not each callback gets a line', async () => {
			const host = await listen();
			const requestId = await createTask(service);
			failOn('status', refused);

			for (let n = 0; n < 5; n++) await post(host, { request_id: requestId });

			expect(host.warnings).toHaveLength(1);
		});

		it('also one whose outputs are not found, because its end is known', async () => {
			const host = await listen();
			const requestId = await createTask(service);
			failOn('outputs', { type: 'refuse', code: 30046 });

			expect(await post(host, { request_id: requestId })).toEqual({
				status: 503,
				message: "Couldn't get the task from the service",
			});
			expect(host.warnings).toEqual([expect.stringContaining(requestId)]);
		});

		it('a secret in place of an ID is refused, and gets no line', async () => {
			const host = await listen();
			failOn('status', refused);

			const answer = await post(host, { request_id: service.emulator.apiKey });

			expect(answer).toMatchObject({ status: 400 });
			expect(host.warnings).toEqual([]);
		});

		it('an unknown ID gets no line', async () => {
			const host = await listen();
			await post(host, { request_id: 'made-up' });
			expect(host.warnings).toEqual([]);
		});
	});

	it.each(['status', 'outputs'] as const)(
		'no response with %s gets 503 well within 10 seconds',
		async (on) => {
			const host = await listen();
			const requestId = await createTask(service);
			failOn(on, { type: 'hang' });
			onVirtualTime(7_000);
			const before = service.time.now();

			expect(await post(host, { request_id: requestId })).toMatchObject({ status: 503 });

			expect(service.time.now() - before).toBe(7_000);
			expect(host.started).toEqual([]);
		},
	);

	it('outputs that lag behind the status are read again', async () => {
		const host = await listen();
		const requestId = await createTask(service, { outputs: 'late', outputsLateMs: 2_500 });

		expect(await post(host, { request_id: requestId })).toMatchObject({ status: 200 });
		expect(host.started).toMatchObject([{ outputs: [{ ok: true }] }]);
	});
});
