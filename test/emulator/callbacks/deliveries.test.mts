import { startVisit, type Visit } from '../visit.mts';
import {
	answering,
	arrived,
	createWithCallback,
	delivered,
	startReceiver,
	type Receiver,
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

describe('deliveries', () => {
	it('are logged with everything that was sent and received', async () => {
		const id = await taskWithCallback();
		await visit.advance(3000);
		await delivered(visit, 1);
		expect(visit.emulator.deliveries()).toEqual([
			{
				requestId: id,
				attempt: 1,
				copy: 1,
				forged: false,
				at: visit.clock.now(),
				url: receiver.url,
				headers: expect.objectContaining({ 'User-Agent': 'Go-http-client/1.1' }),
				body: receiver.bodies()[0],
				status: 200,
				durationMs: 0,
			},
		]);
	});

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
		[201, {}],
		[202, {}],
		[204, {}],
		[302, { Location: '/elsewhere' }],
		[307, { Location: '/elsewhere' }],
		[401, {}],
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

	it('fail at a URL without a server', async () => {
		const url = 'http://127.0.0.1:9/';
		await taskWithCallback({ 'X-Service-Task-WebHook-Url': url });
		await visit.advance(3000);
		await delivered(visit, 1);
		expect(visit.emulator.deliveries()).toMatchObject([{ url, cause: 'ECONNREFUSED' }]);
	});

	it('fail when the receiver hangs up', async () => {
		receiver.react((response) => response.destroy());
		await taskWithCallback();
		await visit.advance(3000);
		await delivered(visit, 1);
		expect(visit.emulator.deliveries()).toMatchObject([{ cause: 'ECONNRESET' }]);
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
