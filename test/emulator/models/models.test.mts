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

/** Runs a model and gives its outputs. */
async function outputsOf(endpoint: string, body: unknown): Promise<Record<string, string[]>> {
	const id = await called(visit, endpoint, body);
	await visit.advance(3000);
	const { data } = (await ask(visit, id)).body as { data: { outputs: Record<string, string[]> } };
	return data.outputs;
}

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

	it.each([
		['openapi', 200, 404],
		['plain', 404, 200],
		['both', 200, 200],
	] as const)('are found at one URL only: %s', async (statusAt, openapi, plain) => {
		visit.emulator.setUpModels({ statusAt });
		const id = await called(visit, PAINTER, KITE);
		await visit.advance(300);
		expect((await ask(visit, id)).status).toBe(openapi);
		expect((await ask(visit, id, '')).status).toBe(plain);
	});

	it('contain the reason of a failure', async () => {
		visit.emulator.plan({ outcome: 'Failed', errorMessage: 'No image generated.' });
		const id = await called(visit, PAINTER, KITE);
		await visit.advance(3000);
		const data = { status: 'Failed', message: 'No image generated.', outputs: {} };
		expect((await ask(visit, id)).body).toMatchObject({ data });
		expect((await ask(visit, id)).body).toHaveProperty('data.cost_times', {
			total_cost_time: 3000,
		});
	});

	it('are not tasks of apps', async () => {
		const id = await called(visit, PAINTER, KITE);
		await visit.advance(3000);
		expect((await visit.read(id)).status).toBe(404);
		expect((await ask(visit, await visit.create())).status).toBe(404);
	});
});

describe('outputs of models', () => {
	it('can be of several kinds', async () => {
		const { audios, texts } = await outputsOf(SINGER, { lyrics: 'la la' });
		const [url] = audios!;
		expect(texts).toEqual(['la la']);
		expect(await (await fetch(url!)).text()).toMatch(/^RIFF/);
	});

	it('can be missing, or late', async () => {
		visit.emulator.plan({ outputs: 'none' }, { times: 1 });
		expect(await outputsOf(PAINTER, KITE)).toEqual({});
		visit.emulator.plan({ outputs: 'late', outputsLateMs: 500 });
		const id = await called(visit, WRITER, { user_prompt: 'b a' });
		await visit.advance(3499);
		expect((await ask(visit, id)).body).toHaveProperty('data.outputs', {});
		await visit.advance(1);
		expect((await ask(visit, id)).body).toHaveProperty('data.outputs', { texts: ['a b'] });
	});
});
