import { startVisit, type Visit } from '../visit.mts';
import { createWithCallback, delivered, startReceiver, type Receiver } from './receiver.mts';

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

	it('has no authorization if none was given', async () => {
		await taskWithCallback();
		await visit.advance(3000);
		await delivered(visit, 1);
		expect(receiver.arrivals[0]?.headers.authorization).toBeUndefined();
	});

	it('is sent in webhook mode only, which has priority over async', async () => {
		await visit.create();
		const id = await taskWithCallback({ 'X-Service-Task-Async': 'enable' });
		await visit.advance(3000);
		await delivered(visit, 1);
		expect(receiver.bodies()).toMatchObject([{ request_id: id }]);
	});

	it('reports a failure', async () => {
		visit.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory.' });
		await taskWithCallback();
		await visit.advance(3000);
		await delivered(visit, 1);
		expect(receiver.bodies()).toMatchObject([
			{
				status: 'Failed',
				error_message: 'Out of memory.',
				outputs: [{ error_type: 'EXECUTION_ERROR', error_msg: 'Out of memory.' }],
			},
		]);
	});

	it.each([
		['cancel', 100, 100],
		['interrupt', 1500, 1700],
	] as const)('after %s is sent when the task then finishes', async (by, age, end) => {
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
