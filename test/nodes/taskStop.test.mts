import type { Ended } from './engine.mts';
import { onTask, PROMPT, runForm, useService } from './service.mts';

const service = useService();

const UNKNOWN = '0f0e0d0c-0000-4000-8000-000000000000';
const requests = () => service.emulator.requests().length;

async function stop(requestId: string, credential = {}): Promise<Ended & { tookMs: number }> {
	const startedAt = service.time.now();
	const ended = await service.run({
		parameters: onTask('stop', requestId),
		credential: { ...service.credential, ...credential },
	});
	return { ...ended, tookMs: service.time.now() - startedAt };
}

async function runningTask(): Promise<string> {
	service.emulator.plan({ runningMs: 600_000 });
	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' }),
	});
	await service.time.sleep(30_000);
	return String(outputs[0]?.[0]?.json.request_id);
}

describe('the message soon says why a task is not stopped:', () => {
	it('a wrong key, at once', async () => {
		const id = await runningTask();
		const before = requests();

		const { error, tookMs } = await stop(id, { apiKey: 'sk-of-somebody-else' });

		expect(error?.message).toContain("didn't accept the API key");
		expect(error?.description).toContain('Open the AI App API credential');
		expect(tookMs).toBe(0);
		expect(requests() - before).toBe(2);
	});

	it('an ID that the service does not know, within a few seconds', async () => {
		const { error, tookMs } = await stop(UNKNOWN);

		expect(error?.message).toContain('The task was not found');
		expect(error?.description).toContain('Check the request ID');
		expect(tookMs).toBeLessThan(6_000);
	});

	it('a service that cannot be reached, within a few seconds', async () => {
		const { error, tookMs } = await stop(UNKNOWN, { baseUrl: 'http://127.0.0.1:9' });

		expect(error?.message).toContain("couldn't be reached (connection refused)");
		expect(tookMs).toBeLessThan(6_000);
	});
});

it("a task that can't be found for a moment is still stopped", async () => {
	service.emulator.plan({ runningMs: 600_000, queuingMs: 600_000, notFoundMs: 3_000 });
	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' }),
	});
	service.emulator.addFault({ on: 'cancel', effect: { type: 'refuse', code: 30009 }, times: 2 });

	const { error } = await stop(String(outputs[0]?.[0]?.json.request_id));

	expect(error).toBeUndefined();
	expect(service.emulator.tasks()[0]?.status).toBe('Canceled');
});

it('a task whose status allows no stop is reported with its status', async () => {
	service.emulator.plan({ queuingMs: 0, preparingMs: 600_000 });
	const { outputs } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { waitMode: 'none' }),
	});
	await service.time.sleep(5_000);

	const { error } = await stop(String(outputs[0]?.[0]?.json.request_id));

	expect(error?.message).toContain('(last status: Preparing)');
	expect(error?.description).toMatch(/Task: Get Status.* You may be charged\.$/);
});
