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
	] as const)('%s', async (outputs, records) => {
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

	it('of a failed task contain its failure', async () => {
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
