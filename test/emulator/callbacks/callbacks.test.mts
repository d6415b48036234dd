import type { CallbackPlan } from '../../../emulator/index.mts';
import { PROMPT, startVisit, type Visit } from '../visit.mts';
import {
	answering,
	arrived,
	createWithCallback,
	delivered,
	type Receiver,
	startReceiver,
} from './receiver.mts';

let visit: Visit;
let receiver: Receiver;

beforeEach(async () => {
	visit = await startVisit();
	receiver = await startReceiver();
});

afterEach(async () => {
	await visit.emulator.close();
	await receiver.close();
});

function taskWithCallback(headers?: Record<string, string>): Promise<string> {
	return createWithCallback(visit, receiver.url, headers);
}

describe('the callback', () => {
	it('is the flat record, sent when the task finishes', async () => {
		const id = await taskWithCallback();
		await visit.advance(2999);
		expect(visit.emulator.deliveries()).toEqual([]);
		await visit.advance(1);
		await delivered(visit, 1);
		expect(receiver.arrivals).toMatchObject([{ method: 'POST', url: '/done?of=test' }]);
		expect(receiver.bodies()).toEqual([
			{
				type: 'API',
				status: 'Success',
				request_id: id,
				created_at: '2026-01-14 10:53:35',
				executed_at: '2026-01-14 10:53:35',
				running_at: '2026-01-14 10:53:36',
				updated_at: '2026-01-14 10:53:38',
				expired_at: '2026-01-29 00:00:00',
				outputs: [expect.objectContaining({ output_ext: '.png', error_type: 'NOT_ERROR' })],
				cost_times: expect.objectContaining({ total_cost_time: 3000 }),
			},
		]);
	});

	it('has the headers of the service, and the task headers of the create', async () => {
		const token = { 'X-Service-Task-Authorization': 'Bearer callback-token' };
		await taskWithCallback({ ...token, 'X-Service-Task-Order': '42', 'X-Other': 'not carried' });
		await visit.advance(3000);
		await delivered(visit, 1);
		const [{ headers } = { headers: {} }] = receiver.arrivals;
		expect(headers).toEqual({
			host: new URL(receiver.url).host,
			connection: expect.any(String),
			'user-agent': 'Go-http-client/1.1',
			'content-type': 'application/json',
			'content-length': expect.stringMatching(/^\d+$/),
			'accept-encoding': 'gzip',
			authorization: 'Bearer callback-token',
			'x-service-task-authorization': 'Bearer callback-token',
			'x-service-task-webhook-url': receiver.url,
			'x-service-task-order': '42',
		});
	});

	it('is sent in webhook mode only, which has priority over async', async () => {
		await visit.create();
		const id = await taskWithCallback({ 'X-Service-Task-Async': 'enable' });
		await visit.advance(3000);
		await delivered(visit, 1);
		expect(receiver.bodies()).toMatchObject([{ request_id: id }]);
	});

	it.each([
		['cancel', 100, 100],
		['interrupt', 1500, 1700],
	] as const)('is sent after %s when the task then finishes', async (by, age, end) => {
		const id = await taskWithCallback();
		await visit.advance(age);
		await visit.stop(id, by);
		await visit.advance(end - age);
		await delivered(visit, 1);
		expect(receiver.bodies()).toMatchObject([{ request_id: id, status: 'Canceled' }]);
		await visit.advance(60_000);
		expect(visit.emulator.deliveries()).toHaveLength(1);
	});
});

describe('deliveries', () => {
	it('are repeated every 6 seconds, ten attempts in total', async () => {
		receiver.react(answering(503));
		await taskWithCallback();
		await visit.advance(3000);
		const begin = visit.clock.now();
		for (let attempt = 1; attempt <= 10; attempt += 1) {
			await delivered(visit, attempt);
			await visit.advance(6000);
		}
		await visit.advance(600_000);
		const log = visit.emulator.deliveries();
		const numbers = Array.from({ length: 10 }, (_, index) => index + 1);
		expect(log.map(({ attempt }) => attempt)).toEqual(numbers);
		expect(log.map(({ at }) => at)).toEqual(numbers.map((number) => begin + 6000 * (number - 1)));
		expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1);
	});

	it('end with the first 200', async () => {
		receiver.react((response, count) => answering(count < 3 ? 500 : 200)(response, count));
		await taskWithCallback();
		for (const [count, ms] of [
			[1, 3000],
			[2, 6000],
			[3, 6000],
		] as const) {
			await visit.advance(ms);
			await delivered(visit, count);
		}
		await visit.advance(600_000);
		expect(visit.emulator.deliveries().map(({ status }) => status)).toEqual([500, 500, 200]);
	});

	it.each([
		[202, {}],
		[307, { Location: '/elsewhere' }],
	])('fail with %i', async (status, headers) => {
		receiver.react(answering(status, headers));
		await taskWithCallback();
		await visit.advance(3000);
		await delivered(visit, 1);
		expect(visit.emulator.deliveries()).toMatchObject([{ status }]);
		await visit.advance(6000);
		await delivered(visit, 2);
		expect(receiver.arrivals.map(({ url }) => url)).toEqual(['/done?of=test', '/done?of=test']);
	});

	it('wait 10 seconds for a response', async () => {
		receiver.react(() => {});
		await taskWithCallback();
		await visit.advance(3000);
		await arrived(receiver, 1);
		expect(visit.clock.held).toBe(0);
		await visit.advance(9999);
		expect(visit.emulator.deliveries()[0]?.durationMs).toBeUndefined();
		await visit.advance(1);
		await delivered(visit, 1);
		const failed = { cause: 'timeout', durationMs: 10_000 };
		expect(visit.emulator.deliveries()).toMatchObject([failed]);
		receiver.react(answering(200));
		await visit.advance(6000);
		await delivered(visit, 2);
	});

	it('end with a reset, also those in progress', async () => {
		receiver.react(() => {});
		await taskWithCallback();
		await visit.advance(3000);
		await arrived(receiver, 1);
		await taskWithCallback();
		visit.emulator.reset();
		await visit.advance(600_000);
		expect(receiver.arrivals).toHaveLength(1);
		expect(visit.emulator.deliveries()).toEqual([]);
	});
});

describe('a service with its own task header prefix', () => {
	it('accepts only that prefix, and uses it in callbacks', async () => {
		const visit = await startVisit({ taskHeaderPrefix: 'X-Acme-Task-' });
		const receiver = await startReceiver();
		const sent = {
			'X-Acme-Task-WebHook-Url': receiver.url,
			'X-Acme-Task-Authorization': 'Bearer right',
			'X-Service-Task-Order': '42',
		};
		const { status } = await visit.post({ web_app_id: 54663, input_values: PROMPT }, sent);
		await visit.advance(3000);
		await delivered(visit, 1);
		const { headers } = receiver.arrivals[0]!;
		const forged = await visit.emulator.forgeCallback({
			url: receiver.url,
			authorization: 'Bearer wrong',
		});
		await visit.emulator.close();
		await receiver.close();
		expect(status).toBe(202);
		expect(headers).toMatchObject({
			authorization: 'Bearer right',
			'x-acme-task-authorization': 'Bearer right',
			'x-acme-task-webhook-url': receiver.url,
		});
		expect(headers).not.toHaveProperty('x-service-task-order');
		expect(forged?.headers).toMatchObject({ 'X-Acme-Task-Authorization': 'Bearer wrong' });
	});
});

describe('a callback to an origin that was not named', () => {
	it('is not sent, and not repeated', async () => {
		const guarded = await startVisit({ callbackOrigins: ['http://127.0.0.1:1'] });

		await createWithCallback(guarded, receiver.url);
		await guarded.advance(120_000);
		await delivered(guarded, 1);

		expect(guarded.emulator.deliveries()).toMatchObject([{ attempt: 1, cause: 'notAllowed' }]);
		expect(receiver.arrivals).toEqual([]);
		await guarded.emulator.close();
	});

	it('is sent if it was named', async () => {
		const { origin } = new URL(receiver.url);
		const guarded = await startVisit({ callbackOrigins: [origin] });

		await createWithCallback(guarded, receiver.url);
		await guarded.advance(3_000);
		await delivered(guarded, 1);

		expect(receiver.arrivals).toHaveLength(1);
		await guarded.emulator.close();
	});
});

describe('planned callbacks', () => {
	async function planned(callback: Partial<CallbackPlan>): Promise<string> {
		visit.emulator.plan({ callback, notFoundMs: 0 });
		return taskWithCallback({ 'X-Service-Task-Authorization': 'Bearer right' });
	}

	it('duplicates come in a row, although the first was accepted', async () => {
		await planned({ copies: 3, gapMs: 1000 });
		for (const [count, ms] of [
			[1, 3000],
			[2, 1000],
			[3, 1000],
		] as const) {
			await visit.advance(ms);
			await delivered(visit, count);
		}
		const log = visit.emulator.deliveries();
		expect(log.map(({ copy, attempt }) => [copy, attempt])).toEqual([
			[1, 1],
			[2, 1],
			[3, 1],
		]);
		expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1);
	});

	it('concurrent ones come at the same time, each with its own retries', async () => {
		receiver.react(answering(503));
		await planned({ copies: 5, gapMs: 0 });
		await visit.advance(3000);
		await delivered(visit, 5);
		receiver.react(answering(200));
		await visit.advance(6000);
		await delivered(visit, 10);
		const second = visit.emulator.deliveries().slice(5);
		expect(second.map(({ copy, attempt, status }) => [copy, attempt, status])).toEqual(
			[1, 2, 3, 4, 5].map((copy) => [copy, 2, 200]),
		);
	});

	it("an early one reports a task as finished that isn't", async () => {
		const id = await planned({ offsetMs: -1000 });
		await visit.advance(2000);
		await delivered(visit, 1);
		expect(receiver.bodies()).toMatchObject([{ request_id: id, status: 'Success' }]);
		expect((await visit.read(id)).body).toHaveProperty('data.status', 'Running');
	});

	it('a forged one is sent once, with the data of its task and another token', async () => {
		const requestId = await planned({ copies: 0 });
		receiver.react(answering(401));
		await visit.emulator.forgeCallback({ requestId, authorization: 'Bearer wrong' });
		await visit.advance(600_000);
		expect(receiver.arrivals).toMatchObject([
			{
				headers: {
					authorization: 'Bearer wrong',
					'x-service-task-authorization': 'Bearer wrong',
				},
			},
		]);
		expect(receiver.bodies()).toMatchObject([{ request_id: requestId, status: 'Success' }]);
	});
});
