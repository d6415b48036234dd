import type { TaskPlan } from '../../../emulator/index.mts';
import { startVisit, type Visit, PROMPT, type Answer } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit({ quirks: { noStoppedSeconds: false } });
});

afterEach(() => visit.emulator.close());

/** Creates a task of this plan, and waits for it; by default it has ended then. */
async function planned(plan: Partial<TaskPlan>, ms = 3000): Promise<string> {
	visit.emulator.plan(plan);
	const id = await visit.create();
	await visit.advance(ms);
	return id;
}

describe('the status of a task', () => {
	it('is not found at first and has all values later', async () => {
		const id = await visit.create();
		const seen: unknown[] = [];
		for (const ms of [0, 299, 1, 300, 400, 1999, 1]) {
			await visit.advance(ms);
			const { status, body } = await visit.read(id);
			const { code, data } = body as { code: unknown; data: { status: string } | null };
			seen.push([status, code, data?.status]);
		}
		expect(seen).toEqual([
			[404, 30009, undefined],
			[404, 30009, undefined],
			[200, 20000, 'Queuing'],
			[200, 20000, 'Preparing'],
			[200, 20000, 'Running'],
			[200, 20000, 'Running'],
			[200, 20000, 'Success'],
		]);
	});

	it('has the fields of a queued task', async () => {
		const id = await planned({ queueCount: 3, notFoundMs: 0 }, 0);
		expect((await visit.read(id)).body).toEqual({
			code: 20000,
			message: 'Ok',
			status: true,
			data: {
				type: 'API',
				status: 'Queuing',
				created_at: '2026-01-14 10:53:35',
				updated_at: '2026-01-14 10:53:35',
				expired_at: '2026-01-29 00:00:00',
				queue_info: { queue_count: 3 },
				cost_times: {},
				group_id: 94,
			},
		});
	});

	it('is 404 for an unknown task, as everything about it', async () => {
		const id = '00000000-0000-4000-8000-000000000000';
		const answers = [
			...[await visit.read(id), await visit.read(id, 'outputs')],
			...[await visit.stop(id, 'cancel'), await visit.stop(id, 'interrupt')],
		];
		for (const answer of answers)
			expect(answer).toMatchObject({ status: 404, body: { code: 30009, data: null } });
	});
});

describe('the outputs of a task', () => {
	it('are not there until it is finished', async () => {
		const id = await planned({}, 1000);
		const { body } = await visit.read(id, 'outputs');
		expect(body).toMatchObject({ code: 20000, data: { request_id: id, status: 'Running' } });
		expect(body).not.toHaveProperty('data.outputs');
	});
});

describe('a stop', () => {
	const DONE = { status: 200, body: { code: 20000, message: 'Ok', status: true, data: {} } };

	it('by interrupt ends a running task after 200 ms, and its time is billed', async () => {
		const id = await planned({}, 2000);
		expect(await visit.stop(id, 'interrupt')).toMatchObject(DONE);
		expect(await visit.stop(id, 'interrupt')).toMatchObject(DONE);
		await visit.advance(199);
		expect((await visit.read(id)).body).toHaveProperty('data.status', 'Running');
		await visit.advance(1);
		const { body } = await visit.read(id);
		expect(body).toHaveProperty('data.status', 'Canceled');
		expect(body).toHaveProperty('data.cost_times', {
			inference_cost_time: 960,
			running_cost_time: 1200,
			total_cost_time: 2200,
		});
		expect(await visit.stop(id, 'interrupt')).toMatchObject({ body: { code: 30047 } });
		expect(visit.emulator.tasks()[0]).toMatchObject({
			finishedAt: visit.clock.now(),
			stop: { by: 'interrupt', at: visit.clock.now() - 200 },
		});
	});

	it.each([
		['cancel', 0],
		['interrupt', 1500],
	])('by %s is refused with a body', async (by, age) => {
		const id = await planned({}, age);
		const url = `${visit.createUrl.replace('create', id)}/${by}`;
		const answer = await visit.send('PUT', url, { body: { reason: 'too slow' } });
		expect(answer).toMatchObject({ status: 400, body: { code: 20015 } });
		expect(visit.emulator.tasks()[0]!.stop).toBeUndefined();
	});

	it.each([
		['interrupt', 'queued', 500, 30038],
		['cancel', 'prepared', 800, 30036],
		['interrupt', 'prepared', 800, 30038],
		['cancel', 'running', 1500, 30036],
		['cancel', 'finished', 3000, 30047],
		['interrupt', 'finished', 3000, 30047],
	] as const)('by %s is refused while the task is %s', async (by, _, age, code) => {
		const id = await planned({}, age);
		expect(await visit.stop(id, by)).toMatchObject({ status: 409, body: { code, data: null } });
		expect(visit.emulator.tasks()[0]!.stop).toBeUndefined();
	});
});

describe('an open connection', () => {
	/** Creates a task without a mode; `undefined` means a connection that broke. */
	async function open(plan: Partial<TaskPlan> = {}) {
		visit.emulator.plan(plan);
		const body = { web_app_id: 54663, input_values: PROMPT };
		const answering: Promise<Answer | undefined> = visit.post(body, {}).catch(() => undefined);
		await visit.held();
		return { answering, id: visit.emulator.tasks()[0]?.requestId ?? '' };
	}

	it.each([
		['cancel', 100, 0],
		['interrupt', 1500, 200],
	] as const)('is closed by %s', async (by, age, dying) => {
		const { answering, id } = await open();
		await visit.advance(age);
		await visit.stop(id, by);
		await visit.advance(dying);
		const body = { status: 'Canceled', outputs: [] };
		expect(await answering).toMatchObject({ status: 200, body });
	});

	it('can be cut while the task keeps running', async () => {
		visit.emulator.addFault({ on: 'create', effect: { type: 'cut', ms: 1500 } });
		const { answering } = await open();
		await visit.advance(1499);
		expect(visit.clock.held).toBe(1);
		await visit.advance(1);
		expect(await answering).toBeUndefined();
		await visit.held(0);
		const [create] = visit.emulator.requests();
		expect(create).toMatchObject({ operation: 'create', fault: 'cut' });
		expect(create?.status).toBeUndefined();
		await visit.advance(1500);
		expect(visit.emulator.tasks()).toMatchObject([{ status: 'Success' }]);
	});
});
