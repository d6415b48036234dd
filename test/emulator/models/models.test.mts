import { MODELS_TO_TRY } from '../../../emulator/index.mts';
import { startVisit, type Visit } from '../visit.mts';
import { ask, call, called, KITE, PAINTER, WRITER } from './calling.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

describe('calls of models', () => {
	it.each(MODELS_TO_TRY)('take the parameters that the demo shows: $path', async (model) => {
		expect(await call(visit, model.path, model.parameters)).toMatchObject({ status: 200 });
	});

	it.each([
		['a text for a number', PAINTER, { ...KITE, width: '512' }],
		['a number for a text', PAINTER, { prompt: 5 }],
		['a word for a boolean', WRITER, { user_prompt: 'a', shout: 'true' }],
		['null', WRITER, { user_prompt: null }],
	])('get a 500 without a body for a wrong type: %s', async (_case, endpoint, body) => {
		expect(await call(visit, endpoint, body)).toMatchObject({ status: 500, body: '' });
		expect(visit.emulator.modelTasks()).toEqual([]);
	});

	it.each([
		['a missing prompt', PAINTER, {}, 400, 20015],
		['no body', PAINTER, undefined, 400, 20015],
		['a list', PAINTER, [KITE], 400, 20015],
		['an unknown model', 'sample-painter/text-to-video', KITE, 404, 20011],
		['a part of an endpoint', 'sample-painter', KITE, 404, 20011],
	])('%s is rejected', async (_case, endpoint, body, status, code) => {
		expect(await call(visit, endpoint, body)).toMatchObject({ status, body: { code, data: null } });
	});
});

describe('tasks of models', () => {
	it('are not found at first and have all statuses later', async () => {
		const id = await called(visit, PAINTER, KITE);
		const seen: unknown[] = [];
		for (const ms of [0, 299, 1, 699, 1, 1799, 1, 199, 1]) {
			await visit.advance(ms);
			const { status, body } = await ask(visit, id);
			seen.push((body as { data: { status: string } | null }).data?.status ?? status);
		}
		const states = ['Pending', 'Pending', 'Running', 'Running', 'Saving', 'Saving', 'Success'];
		expect(seen).toEqual([404, 404, ...states]);
	});

	it.each(['openapi/', ''])('are found at tasks/%s<id>', async (path) => {
		const id = await called(visit, WRITER, { user_prompt: 'fly a kite' });
		await visit.advance(3000);
		expect((await ask(visit, id, path)).body).toEqual({
			code: 20000,
			message: 'Ok',
			status: true,
			data: {
				request_id: id,
				status: 'Success',
				created_at: '2026-01-14 10:53:35',
				executed_at: '2026-01-14 10:53:35',
				ended_at: '2026-01-14 10:53:38',
				outputs: { texts: ['kite a fly'] },
				cost_times: { total_cost_time: 3000, inference_duration: 2000 },
			},
		});
	});
});
