import type { INode } from 'n8n-workflow';
import { AiApp } from '../../../nodes/AiApp/AiApp.node';
import { type Ended, retryOf } from '../engine.mts';
import { nodeWith, type Parameters, workflowOf } from '../instance.mts';
import { useService } from '../service.mts';
import { callbackUrls, createsOf, inputItems, LONG, MINUTE_MS, paused } from './pausedRuns.mts';

const service = useService();

describe('an execution pauses', () => {
	it('it waits for its tasks, and only the service gets their callback URLs', async () => {
		const ended = await service.run({ parameters: paused(), items: inputItems(2) });

		expect(ended.run.data.waitTill).toBeDefined();
		expect(ended.outputs[0]).toMatchObject([
			{ json: { request_id: expect.any(String), app_id: 54663, status: 'Waiting' } },
			{ json: { status: 'Waiting' }, pairedItem: { item: 1 } },
		]);
		const [first, second] = callbackUrls(service);
		expect(first?.pathname).toBe('/webhook-waiting/1/ai-app-task');
		expect(first?.searchParams.get('signature')).toBe(ended.run.data.resumeToken);
		expect(first?.searchParams.get('k')).toMatch(/^[0-9a-f]{48}$/);
		expect(second?.searchParams.get('k')).toBe(first?.searchParams.get('k'));
		expect([first, second].map((url) => url?.searchParams.get('t'))).toEqual(['0', '1']);
		expect(createsOf(service)[0]?.headers).not.toHaveProperty('x-service-task-async');
	});

	it('it sends no callback token, because the URL is secret enough', async () => {
		const credential = { ...service.credential, callbackToken: 'callback-token-0123456789' };
		await service.run({ parameters: paused(), credential });

		expect(createsOf(service)[0]?.headers).not.toHaveProperty('x-service-task-authorization');
	});

	it.each<[string, Parameters, number]>([
		['two hours', {}, 120],
		['as long as is set', { maxWaitMinutes: 30 }, 30],
		['two minutes from now at least', { maxWaitMinutes: 2 }, 2],
	])('it lasts %s', async (_, options, minutes) => {
		const begunAt = service.time.now();
		service.emulator.addFault({ on: 'create', effect: { type: 'delay', ms: 20_000 } });
		const { run } = await service.run({ parameters: paused(options) });

		const from = minutes > 2 ? begunAt : service.time.now();
		const limit = Number(run.data.waitTill) - from;
		expect(Math.abs(limit - minutes * MINUTE_MS)).toBeLessThan(5_000);
	});

	it('it has the items that failed before their tasks were created', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20250 } });
		const settings = { onError: 'continueRegularOutput' as const };
		const ended = await service.run({ parameters: paused(), items: inputItems(2), settings });

		expect(ended.run.data.waitTill).toBeDefined();
		expect(ended.outputs[0]?.[0]?.json).toMatchObject({
			status: 'NotCreated',
			error_message: expect.any(String),
		});
		expect(ended.outputs[0]?.[1]?.json).toMatchObject({ status: 'Waiting' });
	});

	it.each([
		[20, []],
		[21, [expect.stringContaining('waits for 21 callbacks')]],
	])('with %i tasks, it is told whether so many callbacks are a load', async (count, hints) => {
		const parameters = paused({ maxAtATime: 1 });
		const ended = await service.run({ parameters, items: inputItems(count) });

		expect(ended.hints).toEqual(hints);
	});

	it('it pauses once, also if Retry On Fail is on and the first item failed', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20250 } });
		const settings = { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3 } as const;
		await service.run({ parameters: paused(), items: inputItems(3), settings });

		expect(service.emulator.tasks()).toHaveLength(2);
	});
});

/** What the editor shows at the paused node. */
function tooltipOf(parameters: Parameters, ended?: Ended): unknown {
	const node = nodeWith(parameters);
	const { waitingNodeTooltip } = new AiApp().description;
	const [task] = ended?.run.data.resultData.runData[node.name] ?? [];
	const resumeUrl = task?.metadata?.resumeUrl ?? 'http://127.0.0.1:5678/webhook-waiting/1';
	const $execution = { id: '1', mode: 'test', resumeUrl, resumeFormUrl: '' } as const;
	const { expression } = workflowOf(node);
	return expression.getSimpleParameterValue(node, waitingNodeTooltip, 'internal', { $execution });
}

describe('the tooltip of a paused node', () => {
	const HOW =
		'If you stop it, its tasks keep running at your cost, and their request IDs disappear from here. To check or stop them later, copy the IDs first, and use Task: Get Status or Task: Stop in another workflow';
	const AFTER = 'Execution will continue when all tasks are finished, or after';

	it.each([2, 7])('has the request IDs of %i tasks, five at most', async (count) => {
		const parameters = paused({ maxAtATime: 1 });
		const ended = await service.run({ parameters, items: inputItems(count) });

		const ids = service.emulator.tasks().map(({ requestId }) => requestId);
		const shown = ids.slice(0, 5).join(', ');
		const more = count > 5 ? ' and 2 more' : '';
		expect(tooltipOf(paused(), ended)).toBe(`${AFTER} 120 minutes. ${HOW}: ${shown}${more}`);
	});

	it.each([
		[{ maxWaitMinutes: 30 }, `${AFTER} 30 minutes. ${HOW}`],
		[{ maxWaitMinutes: '={{ $json.minutes }}' }, `${AFTER.replace(', or after', '')}. ${HOW}`],
		[{ maxWaitMinutes: '<b>2</b>{{ 1 }}' }, `${AFTER.replace(', or after', '')}. ${HOW}`],
	])('has the limit if it is a number: %j', (options, text) => {
		expect(tooltipOf({ ...paused(), options })).toBe(text);
	});

	it('runs no part of a text that stands in for an ID', () => {
		const resumeUrl = 'https://n8n.example.com/1#{{ 1 + 1 }}';
		const ended = { run: { data: { resultData: { runData: {} } } } } as unknown as Ended;
		const { name } = nodeWith(paused());
		ended.run.data.resultData.runData[name] = [{ metadata: { resumeUrl } } as never];

		expect(tooltipOf(paused(), ended)).toContain(`${HOW}: {{ 1 + 1 }}`);
	});
});

describe('an execution does not pause', () => {
	it('it fails when no task was created', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20250 } });
		const { run, error } = await service.run({ parameters: paused() });

		expect(run.data.waitTill).toBeUndefined();
		expect(error).toBeDefined();
	});

	it.each([
		[
			'is rejected before anything is created',
			{},
			/webhook URL looks private \(http:\/\/127\.0\.0\.1:1\)/,
		],
		['is used if the credential says so', { reachesPrivateUrls: true }, /app ID/],
	])("a URL that a service on the internet can't call %s", async (_, more, message) => {
		const parameters = paused({}, { appId: { __rl: true, mode: 'id', value: '={{ "x" }}' } });
		// Where files are stored says nothing about who calls back.
		const storageUrl = 'http://10.0.0.7:9000';
		const credential = {
			apiKey: 'k',
			baseUrl: 'https://api.example.com',
			moreSettings: true,
			storageUrl,
			...more,
		};
		const { run, error } = await service.run({ parameters, credential });

		expect(run.data.waitTill).toBeUndefined();
		expect(error?.message).toMatch(message);
	});

	it('it is not paused for a task whose callbacks came while the create waited for its answer', async () => {
		service.emulator.plan({ runningMs: 1_000 });
		// Its answer has 53 bytes, and takes more than half a minute.
		service.emulator.addFault({ on: 'create', effect: { type: 'drip', everyMs: 800 } });

		const { run, outputs } = await service.run({ parameters: paused() });

		expect(run.data.waitTill).toBeUndefined();
		expect(outputs[0]).toMatchObject([{ json: { status: 'Success' } }]);
	});

	it('it ends if it is stopped before that, and its tasks are stopped', async () => {
		service.emulator.plan({ ...LONG, queuingMs: 600_000 });
		service.emulator.addFault({ on: 'create', skip: 1, effect: { type: 'delay', ms: 5_000 } });
		const { run } = await service.run({
			parameters: paused(),
			items: inputItems(2),
			onStart: (stop) => service.time.after(4_000, stop),
		});

		expect(run.data.waitTill).toBeUndefined();
		await service.time.sleep(60_000);
		expect(service.emulator.tasks().map(({ status }) => status)).toEqual(['Canceled', 'Canceled']);
	});
});

it('an execution that is stopped while it looks at its tasks before the pause stops them at once', async () => {
	service.emulator.plan(LONG);
	// Its answer has 53 bytes, and takes more than half a minute.
	service.emulator.addFault({ on: 'create', effect: { type: 'drip', everyMs: 800 } });
	service.emulator.addFault({ on: 'status', effect: { type: 'delay', ms: 6_000 }, times: 1 });
	const begunAt = service.time.now();
	await service.run({
		parameters: paused(),
		onStart: (stop) => service.time.after(44_000, stop),
	});

	const stops = service.emulator.requests().filter(({ operation }) => operation === 'interrupt');
	expect((stops[0]?.at ?? Infinity) - begunAt).toBeLessThan(46_000);
});

it('a task that runs when the execution is stopped before it pauses is interrupted', async () => {
	service.emulator.plan({ ...LONG, queuingMs: 1_000 });
	service.emulator.addFault({ on: 'create', skip: 1, effect: { type: 'delay', ms: 60_000 } });
	service.emulator.addFault({ on: 'create', skip: 1, effect: { type: 'refuse', code: 20250 } });
	await service.run({
		parameters: paused(),
		items: inputItems(2),
		onStart: (stop) => service.time.after(30_000, stop),
	});

	const operations = service.emulator.requests().map(({ operation }) => operation);
	expect(operations.filter((operation) => operation === 'interrupt')).toEqual(['interrupt']);
});

describe('a repeated attempt', () => {
	it('of the same execution creates nothing again and uses the same URL', async () => {
		service.emulator.plan(LONG);
		service.emulator.addFault({ on: 'create', skip: 1, effect: { type: 'refuse', code: 20250 } });
		const settings = { retryOnFail: true, maxTries: 2 };
		const { run } = await service.run({ parameters: paused(), items: inputItems(2), settings });

		expect(run.data.waitTill).toBeDefined();
		expect(service.emulator.tasks()).toHaveLength(2);
		const keys = callbackUrls(service).map((url) => url.searchParams.get('k'));
		expect(keys).toHaveLength(3);
		expect(new Set(keys).size).toBe(1);
	});

	it.each([
		['returns finished tasks at once, because they send no more callbacks', 1, 10, '1'],
		['of another execution polls the task, whose callback goes to the first', 3, 0, '2'],
	])('%s', async (_, minutes, later, executionId) => {
		service.emulator.plan({ runningMs: minutes * MINUTE_MS });
		service.emulator.addFault({ on: 'create', skip: 1, effect: { type: 'refuse', code: 20250 } });
		const first = await service.run({ parameters: paused(), items: inputItems(2) });
		await service.time.sleep(later * MINUTE_MS);
		const again = await service.run({
			...{ parameters: paused(), items: inputItems(1) },
			...{ earlier: stackOf(first), executionId },
		});

		expect(again.run.data.waitTill).toBeUndefined();
		expect(again.outputs[0]).toMatchObject([{ json: { status: 'Success' } }]);
		expect(service.emulator.tasks()).toHaveLength(1);
	});

	it('of another execution polls that task also in its second try', async () => {
		service.emulator.plan({ runningMs: 3 * MINUTE_MS });
		service.emulator.addFault({ on: 'create', skip: 1, effect: { type: 'refuse', code: 20250 } });
		const first = await service.run({ parameters: paused(), items: inputItems(2) });
		const refused = { type: 'answer', status: 401, body: '' } as const;
		service.emulator.addFault({ on: 'status', skip: 1, effect: refused });
		const settings = { retryOnFail: true, maxTries: 2 };

		const again = await service.run({
			...{ parameters: paused(), items: inputItems(1), settings },
			...{ earlier: stackOf(first, settings), executionId: '2' },
		});

		expect(again.run.data.waitTill).toBeUndefined();
		expect(again.outputs[0]).toMatchObject([{ json: { status: 'Success' } }]);
		expect(service.emulator.tasks()).toHaveLength(1);
	});
});

/** The stored execution with one item to process instead of two. */
function stackOf(ended: Ended, settings?: Partial<INode>): ReturnType<typeof retryOf> {
	const data = retryOf(ended, settings);
	const [entry] = data.executionData?.nodeExecutionStack ?? [];
	if (entry) entry.data.main = [inputItems(1)];
	return data;
}

it('after Max Wait Time, the items name their tasks, and have no files', async () => {
	service.emulator.plan(LONG);
	const file = { data: '', mimeType: 'text/plain' };
	const items = inputItems(2).map((item) => ({ ...item, binary: { file } }));
	const execution = await service.run({ parameters: paused(), items });
	const { outputs } = await service.run({ parameters: paused(), earlier: execution.run.data });

	const [first, second] = service.emulator.tasks();
	expect(outputs[0]).toMatchObject([
		{
			json: {
				request_id: first?.requestId,
				app_id: 54663,
				app_name: 'Picture from Text',
				status: 'TimedOut',
			},
		},
		{ json: { request_id: second?.requestId, status: 'TimedOut' }, pairedItem: { item: 1 } },
	]);
	expect(outputs[0]?.map(({ binary }) => binary)).toEqual([undefined, undefined]);
	expect(createsOf(service)).toHaveLength(2);
});

it('after Max Wait Time, Execute Once returns the one item that names its task', async () => {
	service.emulator.plan(LONG);
	const settings = { executeOnce: true };
	const items = inputItems(3);
	const execution = await service.run({ parameters: paused(), items, settings });
	const earlier = execution.run.data;
	const { outputs } = await service.run({ parameters: paused(), earlier, settings });

	const [task] = service.emulator.tasks();
	expect(outputs[0]?.map(({ json }) => json)).toEqual([
		{
			request_id: task?.requestId,
			app_id: 54663,
			app_name: 'Picture from Text',
			status: 'TimedOut',
			error_message: expect.stringContaining('Task: Wait for Completion'),
		},
	]);
	expect(items.map(({ json }) => json)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
});

it('after Max Wait Time, items are returned at the error output if there is one', async () => {
	service.emulator.plan(LONG);
	const settings = { onError: 'continueErrorOutput' as const };
	const execution = await service.run({ parameters: paused(), settings });
	const earlier = execution.run.data;
	const { outputs } = await service.run({ parameters: paused(), settings, earlier });

	expect(outputs[0]).toEqual([]);
	expect(outputs[1]?.[0]?.json).toMatchObject({
		error: expect.stringContaining('Not all tasks finished'),
		details: {
			kind: 'timeout',
			request_id: service.emulator.tasks()[0]?.requestId,
			status: 'TimedOut',
		},
	});
});

it.each([
	['refused', { type: 'refuse', code: 20250 }, 'NotCreated'],
	['unconfirmed', { type: 'reset', when: 'after' }, 'Unconfirmed'],
] as const)(
	'after Max Wait Time, an item whose create was %s has a status as well',
	async (_, effect, status) => {
		service.emulator.plan(LONG);
		service.emulator.addFault({ on: 'create', effect, times: 1 });
		const settings = { onError: 'continueRegularOutput' as const };
		const items = inputItems(2);
		const execution = await service.run({ parameters: paused(), items, settings });
		const earlier = execution.run.data;
		const { outputs } = await service.run({ parameters: paused(), settings, earlier });

		expect(outputs[0]?.map(({ json }) => json.status)).toEqual([status, 'TimedOut']);
		expect(outputs[0]?.[0]?.json.details).toMatchObject({ status });
	},
);
