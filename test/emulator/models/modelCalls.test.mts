import { startVisit, type Visit } from '../visit.mts';
import { ask, call, called, KITE, PAINTER, SINGER, WRITER } from './calling.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

describe('calls of models', () => {
	it('return an envelope with the ID at once', async () => {
		const answer = await call(visit, PAINTER, KITE);
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			code: 20000,
			message: 'Ok',
			status: true,
			data: { request_id: visit.emulator.modelTasks()[0]?.requestId },
		});
		expect(visit.emulator.tasks()).toEqual([]);
	});

	it('return the plain ID if set so', async () => {
		await visit.emulator.close();
		visit = await startVisit({ quirks: { bareModelIds: true } });
		const answer = await call(visit, WRITER, { user_prompt: 'hello' });
		const requestId = visit.emulator.modelTasks()[0]?.requestId;
		expect(answer).toMatchObject({ status: 202, body: { request_id: requestId } });
	});

	it('are recorded unchanged', async () => {
		const id = await called(visit, SINGER, { lyrics: 'la la', mood: ['calm'] });
		expect(visit.emulator.requests()).toMatchObject([
			{ host: 'api', operation: 'model', status: 200, requestId: id },
		]);
		expect(visit.emulator.modelTasks()).toEqual([
			{
				requestId: id,
				endpoint: SINGER,
				values: { lyrics: 'la la', mood: ['calm'] },
				createdAt: visit.clock.now(),
				status: 'Pending',
			},
		]);
	});

	it.each([
		['a text for a number', PAINTER, { ...KITE, width: '512' }],
		['a number for a text', PAINTER, { prompt: 5 }],
		['a word for a boolean', WRITER, { user_prompt: 'a', shout: 'true' }],
		['null', WRITER, { user_prompt: null }],
	])('of a wrong type, %s: 500 without a body', async (_case, endpoint, body) => {
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

	it('can fail on demand', async () => {
		const effect = { type: 'processThenAnswer', status: 502, body: {} } as const;
		visit.emulator.addFault({ on: 'model', effect });
		expect(await call(visit, PAINTER, KITE)).toMatchObject({ status: 502 });
		expect(visit.emulator.modelTasks()).toHaveLength(1);
		visit.emulator.addFault({ on: 'modelStatus', effect: { type: 'html', status: 503 } });
		expect(await ask(visit, 'any')).toMatchObject({ status: 503 });
	});
});
