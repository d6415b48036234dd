import { useService } from './service.mts';
import type { Parameters } from './instance.mts';
import { callbackUrls, createsOf, inputItems, LONG, MINUTE_MS, paused } from './pausedRuns.mts';

const service = useService();

describe('an execution pauses', () => {
	it('for its tasks, and only the service gets their callback URLs', async () => {
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

	it('without sending the callback token, because the URL is secret enough', async () => {
		const credential = { ...service.credential, callbackToken: 'callback-token-0123456789' };
		await service.run({ parameters: paused(), credential });

		expect(createsOf(service)[0]?.headers).not.toHaveProperty('x-service-task-authorization');
	});

	it.each<[string, Parameters, number]>([
		['two hours', {}, 120],
		['as long as is set', { maxWaitMinutes: 30 }, 30],
	])('for %s', async (_, options, minutes) => {
		const { run } = await service.run({ parameters: paused(options) });

		const limit = Number(run.data.waitTill) - service.time.now();
		expect(Math.abs(limit - minutes * MINUTE_MS)).toBeLessThan(5_000);
	});

	it('with the items that failed before their tasks were created', async () => {
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

	it('once, also if Retry On Fail is on and the first item failed', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20250 } });
		const settings = { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3 } as const;
		await service.run({ parameters: paused(), items: inputItems(3), settings });

		expect(service.emulator.tasks()).toHaveLength(2);
	});
});

describe('an execution does not pause', () => {
	it('when no task was created', async () => {
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
		['is used if the user allows it', { allowPrivateCallbackUrl: true }, /app ID/],
	])("if a service on the internet can't call it: it %s", async (_, options, message) => {
		const parameters = paused(options, { appId: { __rl: true, mode: 'id', value: '={{ "x" }}' } });
		const credential = { apiKey: 'k', baseUrl: 'https://api.example.com' };
		const { run, error } = await service.run({ parameters, credential });

		expect(run.data.waitTill).toBeUndefined();
		expect(error?.message).toMatch(message);
	});

	it('for an agent, but waits for the result', async () => {
		const parameters = paused({}, { output: 'simplified' });
		const settings = { type: 'n8n-nodes-ai-app-tasks.aiAppTool' };
		const { run, outputs } = await service.run({ parameters, settings });

		expect(run.data.waitTill).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'Success' });
	});

	it('if it is stopped before that, and its tasks are stopped', async () => {
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
