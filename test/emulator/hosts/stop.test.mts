import { startVisit, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit({ quirks: { noStoppedSeconds: false } });
});

afterEach(() => visit.emulator.close());

const DONE = { status: 200, body: { code: 20000, message: 'Ok', status: true, data: {} } };

describe('cancel', () => {
	it('removes a task from the queue, free of charge, also repeatedly', async () => {
		const id = await visit.create();
		await visit.advance(500);
		expect(await visit.stop(id, 'cancel')).toMatchObject(DONE);
		expect(await visit.stop(id, 'cancel')).toMatchObject(DONE);
		const { body } = await visit.read(id);
		expect(body).toMatchObject({ data: { status: 'Canceled', cost_times: {} } });
		expect((await visit.read(id, 'outputs')).body).toHaveProperty('data.outputs', []);
	});

	it('is accepted with the content type of JSON and no body', async () => {
		const id = await visit.create();
		const url = `${visit.emulator.apiUrl}/v1/webapp/task/openapi/${id}/cancel`;
		const headers = { 'Content-Type': 'application/json' };
		expect(await visit.send('PUT', url, { headers })).toMatchObject(DONE);
	});
});

describe('interrupt', () => {
	it('stops a running task after 200 ms, and its time is billed', async () => {
		const id = await visit.create();
		await visit.advance(2000);
		expect(await visit.stop(id, 'interrupt')).toMatchObject(DONE);
		expect(await visit.stop(id, 'interrupt')).toMatchObject(DONE);
		await visit.advance(199);
		expect((await visit.read(id)).body).toMatchObject({ data: { status: 'Running' } });
		await visit.advance(1);
		const { body } = await visit.read(id);
		expect(body).toHaveProperty('data.status', 'Canceled');
		expect(body).toHaveProperty('data.cost_times', {
			inference_cost_time: 960,
			running_cost_time: 1200,
			total_cost_time: 2200,
		});
		expect(visit.emulator.tasks()[0]).toMatchObject({
			finishedAt: visit.clock.now(),
			stop: { by: 'interrupt', at: visit.clock.now() - 200 },
		});
	});
});

it.each(['cancel', 'interrupt'])('%s is refused with a body', async (by) => {
	const id = await visit.create();
	await visit.advance(by === 'cancel' ? 0 : 1500);
	const url = `${visit.emulator.apiUrl}/v1/webapp/task/openapi/${id}/${by}`;
	const answer = await visit.send('PUT', url, { body: { reason: 'too slow' } });
	expect(answer).toMatchObject({ status: 400, body: { code: 20015 } });
	expect(visit.emulator.tasks()[0]!.stop).toBeUndefined();
});

describe('stopping too early or too late', () => {
	it.each([
		['interrupt', 'queued', 500, 30038],
		['cancel', 'prepared', 800, 30036],
		['interrupt', 'prepared', 800, 30038],
		['cancel', 'running', 1500, 30036],
		['cancel', 'finished', 3000, 30047],
		['interrupt', 'finished', 3000, 30047],
	] as const)('%s is refused while %s', async (by, _phase, age, code) => {
		const id = await visit.create();
		await visit.advance(age);
		const answer = await visit.stop(id, by);
		expect(answer).toMatchObject({ status: 409, body: { code, data: null } });
		expect(visit.emulator.tasks()[0]!.stop).toBeUndefined();
	});
});
