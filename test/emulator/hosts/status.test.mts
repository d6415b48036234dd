import type { TaskPlan } from '../../../emulator/index.mts';
import { startVisit, type Visit, PROMPT, TASKS, type Answer } from '../visit.mts';

let visit: Visit;

afterEach(() => visit.emulator.close());

describe('status', () => {
	beforeEach(async () => {
		visit = await startVisit();
	});

	function planned(plan: Partial<TaskPlan>): Promise<string> {
		visit.emulator.plan(plan);
		return visit.create();
	}

	describe('status', () => {
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
			const id = await planned({ queueCount: 3, notFoundMs: 0 });
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

		it('contains the reason of a failure', async () => {
			const id = await planned({ outcome: 'Failed', errorMessage: 'Out of memory.' });
			await visit.advance(3000);
			const data = { status: 'Failed', error_message: 'Out of memory.', cost_times: {} };
			expect((await visit.read(id)).body).toMatchObject({ data });
		});

		it('shows an unknown word in place of Running', async () => {
			const id = await planned({ unknownStatus: 'Transferring' });
			await visit.advance(1000);
			expect((await visit.read(id)).body).toMatchObject({ data: { status: 'Transferring' } });
			await visit.advance(2000);
			expect((await visit.read(id)).body).toMatchObject({ data: { status: 'Success' } });
		});

		it('shows an unknown word in place of the final status', async () => {
			const id = await planned({ unknownEnd: 'Completed' });
			await visit.advance(1000);
			expect((await visit.read(id)).body).toMatchObject({ data: { status: 'Running' } });
			await visit.advance(2000);
			expect((await visit.read(id)).body).toMatchObject({ data: { status: 'Completed' } });
		});

		it.each(['status', 'outputs', 'cancel', 'interrupt'] as const)(
			'is 404 for an unknown task: %s',
			async (operation) => {
				const id = '00000000-0000-4000-8000-000000000000';
				const isStop = operation === 'cancel' || operation === 'interrupt';
				const part = operation === 'outputs' ? operation : undefined;
				const answer = await (isStop ? visit.stop(id, operation) : visit.read(id, part));
				expect(answer).toMatchObject({ status: 404, body: { code: 30009, data: null } });
			},
		);
	});

	describe('outputs', () => {
		it('are empty until the task is finished', async () => {
			const id = await visit.create();
			await visit.advance(1000);
			const { body } = await visit.read(id, 'outputs');
			expect(body).toMatchObject({ code: 20000, data: { request_id: id, status: 'Running' } });
			expect(body).not.toHaveProperty('data.outputs');
		});

		const good = { error_type: 'NOT_ERROR', output_ext: '.png', cost_time: 2000 };
		const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/outputs\/.+\.png$/);
		const approved = { ...good, object_url: url };
		const rejected = { ...good, object_url: url, audit_status: 3 };
		it.each([
			['good', [approved]],
			['partial', [approved, rejected]],
			['rejected', [rejected]],
			['none', []],
			['error', [{ error_type: 'EXECUTION_ERROR', error_msg: 'Execution failed.' }]],
		] as const)('are as planned: %s', async (outputs, records) => {
			const id = await planned({ outputs });
			await visit.advance(3000);
			const data = { request_id: id, status: 'Success', outputs: records };
			expect((await visit.read(id, 'outputs')).body).toHaveProperty('data', data);
		});

		it('can be late', async () => {
			const id = await planned({ outputs: 'late', outputsLateMs: 500 });
			await visit.advance(3499);
			expect((await visit.read(id, 'outputs')).body).toHaveProperty('data.outputs', []);
			await visit.advance(1);
			expect((await visit.read(id, 'outputs')).body).toHaveProperty('data.outputs', [approved]);
		});

		it('are null if they were suppressed', async () => {
			const { emulator } = visit;
			const body = { web_app_id: 54663, input_values: { a: 1 }, suppress_preview_output: true };
			const headers = { 'X-Service-Task-Async': 'enable' };
			const url = `${emulator.apiUrl}/v1/webapp/task/openapi/create`;
			await visit.send('POST', url, { body, headers });
			await visit.advance(3000);
			const answer = await visit.read(emulator.tasks()[0]!.requestId, 'outputs');
			expect(answer.body).toHaveProperty('data.outputs', null);
		});
	});
});

describe('stops', () => {
	beforeEach(async () => {
		visit = await startVisit({ quirks: { noStoppedSeconds: false } });
	});

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
});

describe('connections that are kept open', () => {
	beforeEach(async () => {
		visit = await startVisit();
	});

	/** Creates a task without a mode; `undefined` means a connection that broke. */
	function createOpen(plan: Partial<TaskPlan> = {}): Promise<Answer | undefined> {
		visit.emulator.plan(plan);
		const body = { web_app_id: 54663, input_values: PROMPT };
		const url = `${visit.emulator.apiUrl}${TASKS}/create`;
		return visit.send('POST', url, { body }).catch(() => undefined);
	}

	describe('an open connection', () => {
		it('gets the flat record when the task finishes', async () => {
			const answering = createOpen();
			await visit.held();
			await visit.advance(3000);
			const answer = await answering;
			expect(answer?.status).toBe(200);
			expect(answer?.body).toEqual({
				type: 'API',
				status: 'Success',
				request_id: visit.emulator.tasks()[0]?.requestId,
				created_at: '2026-01-14 10:53:35',
				executed_at: '2026-01-14 10:53:35',
				running_at: '2026-01-14 10:53:36',
				updated_at: '2026-01-14 10:53:38',
				expired_at: '2026-01-29 00:00:00',
				outputs: [expect.objectContaining({ output_ext: '.png', error_type: 'NOT_ERROR' })],
				cost_times: expect.objectContaining({ total_cost_time: 3000 }),
			});
		});

		it.each([
			['the record as it is', 'record', 200, { status: 'Running' }],
			['its id alone', 'id', 202, { request_id: expect.any(String) }],
		] as const)('gets an early response with %s', async (_, answer, status, body) => {
			const answering = createOpen({ openFor: { ms: 2_000, answer } });
			await visit.held();
			await visit.advance(2_000);
			expect(await answering).toMatchObject({ status, body });
		});

		it.each([
			['cancel', 100, 0],
			['interrupt', 1500, 200],
		] as const)('is closed by %s', async (by, age, dying) => {
			const answering = createOpen();
			await visit.held();
			await visit.advance(age);
			await visit.stop(visit.emulator.tasks()[0]!.requestId, by);
			await visit.advance(dying);
			const body = { status: 'Canceled', outputs: [] };
			expect(await answering).toMatchObject({ status: 200, body });
		});

		it('can be cut while the task keeps running', async () => {
			visit.emulator.addFault({ on: 'create', effect: { type: 'cut', ms: 1500 } });
			const answering = createOpen();
			await visit.held();
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
});
