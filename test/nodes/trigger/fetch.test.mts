import { useService } from '../service.mts';
import type { FaultEffect } from '../../../emulator/index.mts';
import { createTask, post, useTriggers } from './triggerCalls.mts';

const service = useService();
const listen = useTriggers(service);

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

afterEach(() => jest.restoreAllMocks());

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

	it.each<[string, object | undefined, FaultEffect | undefined, number]>([
		['an unfinished task: 503, whatever the body says', { queuingMs: MINUTE }, undefined, 503],
		['an unknown task: 503, because a new one may not be found yet', undefined, undefined, 503],
	])('nothing starts for %s', async (_, plan, effect, status) => {
		const host = await listen();
		const requestId = plan ? await createTask(service, plan) : 'made-up';
		if (effect) failOn('status', effect);

		const body = { request_id: requestId, status: 'Success', outputs: [] };
		expect(await post(host, body)).toMatchObject({ status });
		expect(host.started).toEqual([]);
	});

	it.each([30001, 30019, 30002, 'WAF-1', undefined])(
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
		['too many requests', 'status', { type: 'refuse', code: 50600 }],
		['a page of a proxy', 'status', { type: 'html', status: 502 }],
		['a dropped connection', 'status', { type: 'reset', when: 'before' }],
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
