import type { TaskPlan } from '../../../emulator/index.mts';
import { PROMPT, startVisit, TASKS, type Answer, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

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

	it('gets the same HTTP status if the task fails', async () => {
		const answering = createOpen({ outcome: 'Failed', errorMessage: 'Out of memory.' });
		await visit.held();
		await visit.advance(3000);
		const outputs = [{ error_type: 'EXECUTION_ERROR', error_msg: 'Out of memory.' }];
		const body = { status: 'Failed', error_message: 'Out of memory.', outputs };
		expect(await answering).toMatchObject({ status: 200, body });
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

	it('is not cut after its response, nor are later requests on it', async () => {
		visit.emulator.addFault({ on: 'create', effect: { type: 'cut', ms: 3500 } });
		const answering = createOpen();
		await visit.held();
		await visit.advance(3000);
		expect(await answering).toMatchObject({ status: 200 });
		visit.emulator.addFault({ on: 'wallet', effect: { type: 'delay', ms: 1000 } });
		const asking = visit.send('GET', `${visit.emulator.apiUrl}/v1/wallet`);
		await visit.held();
		await visit.advance(1000);
		expect((await asking).status).toBe(200);
	});
});
