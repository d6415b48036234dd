import type { TaskPlan } from '../../../emulator/index.mts';
import { startVisit, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

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

	it('has the fields of a finished task', async () => {
		const id = await visit.create();
		await visit.advance(60_000);
		expect((await visit.read(id)).body).toMatchObject({
			data: {
				type: 'API',
				status: 'Success',
				created_at: '2026-01-14 10:53:35',
				executed_at: '2026-01-14 10:53:35',
				updated_at: '2026-01-14 10:53:38',
				cost_times: {
					inference_cost_time: 1600,
					running_cost_time: 2000,
					total_cost_time: 3000,
					real_cpu_cost_time: 100,
					real_gpu_cost_time: 1000,
					real_total_cost_time: 1100,
				},
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

	it('contains another reason of a failure than its outputs', async () => {
		const id = await planned({ outcome: 'Failed', outputMessage: 'out of memory' });
		await visit.advance(3000);
		expect((await visit.read(id)).body).toMatchObject({
			data: { error_message: 'Task execution failed.' },
		});
		expect((await visit.read(id, 'outputs')).body).toMatchObject({
			data: { outputs: [{ error_msg: 'out of memory' }] },
		});
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

	it.each([1, 2, 4] as const)('can have the audit status %i', async (auditStatus) => {
		const id = await planned({ auditStatus });
		await visit.advance(3000);
		const records = [{ ...approved, audit_status: auditStatus }];
		expect((await visit.read(id, 'outputs')).body).toHaveProperty('data.outputs', records);
	});

	it('can be late', async () => {
		const id = await planned({ outputs: 'late', outputsLateMs: 500 });
		await visit.advance(3499);
		expect((await visit.read(id, 'outputs')).body).toHaveProperty('data.outputs', []);
		await visit.advance(1);
		expect((await visit.read(id, 'outputs')).body).toHaveProperty('data.outputs', [approved]);
	});

	it('contain the failure of a failed task', async () => {
		const id = await planned({ outcome: 'Failed', errorMessage: 'Out of memory.' });
		await visit.advance(3000);
		const outputs = [{ error_type: 'EXECUTION_ERROR', error_msg: 'Out of memory.' }];
		expect((await visit.read(id, 'outputs')).body).toHaveProperty('data.outputs', outputs);
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
