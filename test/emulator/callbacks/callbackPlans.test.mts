import type { CallbackPlan } from '../../../emulator/index.mts';
import { startVisit, type Answer, type Visit } from '../visit.mts';
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
	visit = await startVisit({ quirks: { lateRecords: false } });
	receiver = await startReceiver();
});

afterEach(async () => {
	await visit.emulator.close();
	await receiver.close();
});

function planned(callback: Partial<CallbackPlan>): Promise<string> {
	visit.emulator.plan({ callback });
	return createWithCallback(visit, receiver.url, {
		'X-Service-Task-Authorization': 'Bearer right',
	});
}

describe('planned callbacks', () => {
	it('missing ones are not sent', async () => {
		await planned({ copies: 0 });
		await visit.advance(600_000);
		expect(visit.emulator.deliveries()).toEqual([]);
	});

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
		receiver.react(() => {});
		await planned({ copies: 5 });
		await visit.advance(3000);
		await arrived(receiver, 5);
		receiver.react(answering(200));
		await visit.advance(10_000);
		await delivered(visit, 5);
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
		const body = { request_id: id, status: 'Success', updated_at: '2026-01-14 10:53:38' };
		expect(receiver.bodies()).toMatchObject([body]);
		expect((await visit.read(id)).body).toHaveProperty('data.status', 'Running');
		await visit.stop(id, 'interrupt');
		await visit.advance(600_000);
		expect(receiver.arrivals).toHaveLength(1);
	});

	it('a late one comes long after the task finished', async () => {
		await planned({ offsetMs: 60_000 });
		await visit.advance(62_999);
		expect(visit.emulator.deliveries()).toEqual([]);
		await visit.advance(1);
		await delivered(visit, 1);
	});
});

describe('made-up callbacks', () => {
	function forge(callback: object): Promise<Answer> {
		const url = `${visit.emulator.controlUrl}/control/callback`;
		return visit.send('POST', url, { body: { callback } });
	}

	it('have the data of a task by default', async () => {
		const requestId = await planned({ copies: 0 });
		const answer = await forge({ requestId });
		expect(answer.body).toMatchObject({ requestId, forged: true, status: 200 });
		expect(receiver.bodies()).toMatchObject([{ request_id: requestId, status: 'Success' }]);
		expect(receiver.arrivals[0]?.headers).toMatchObject({ authorization: 'Bearer right' });
	});

	it.each([
		['Bearer wrong', 'Bearer wrong'],
		[null, undefined],
	])('it carries the token %p', async (authorization, arriving) => {
		await forge({ requestId: await planned({}), authorization });
		const { headers } = receiver.arrivals[0]!;
		expect(headers.authorization).toBe(arriving);
		expect(headers['x-service-task-authorization']).toBe(arriving);
		expect(headers['x-service-task-webhook-url']).toBe(receiver.url);
	});

	it('need no task', async () => {
		const body = { request_id: 'made up', status: 'Success' };
		const headers = { 'X-Service-Task-Order': '7' };
		await forge({ url: receiver.url, authorization: 'Bearer guess', headers, body });
		expect(receiver.bodies()).toEqual([body]);
		expect(receiver.arrivals[0]?.headers).toMatchObject({
			'user-agent': 'Go-http-client/1.1',
			'content-type': 'application/json',
			authorization: 'Bearer guess',
			'x-service-task-order': '7',
		});
	});

	it('may have invalid JSON', async () => {
		await forge({ url: receiver.url, body: '{"request_id' });
		expect(receiver.arrivals).toMatchObject([{ body: '{"request_id' }]);
	});

	it('are sent once', async () => {
		receiver.react(answering(401));
		const delivery = await visit.emulator.forgeCallback({ url: receiver.url });
		expect(delivery).toMatchObject({ status: 401, attempt: 1 });
		await visit.advance(600_000);
		expect(receiver.arrivals).toHaveLength(1);
	});

	it('are not sent without a URL', async () => {
		expect((await forge({ requestId: await visit.create() })).status).toBe(404);
		expect(await visit.emulator.forgeCallback({})).toBeUndefined();
	});
});
