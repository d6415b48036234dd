import type { FaultEffect } from '../../../emulator/index.mts';
import { ASYNC, PROMPT, startVisit, type Visit } from '../visit.mts';

let visit: Visit;

beforeAll(async () => {
	visit = await startVisit({ quirks: { lateRecords: false } });
});

afterEach(() => visit.emulator.reset());

afterAll(() => visit.emulator.close());

function create(signal?: AbortSignal): Promise<Response> {
	const key = { Authorization: `Bearer ${visit.emulator.apiKey}` };
	return fetch(visit.createUrl, {
		method: 'POST',
		headers: { ...ASYNC, ...key, 'Content-Type': 'application/json' },
		body: JSON.stringify({ web_app_id: 54663, input_values: PROMPT }),
		redirect: 'manual',
		signal,
	});
}

async function wallet(): Promise<Response> {
	const headers = { Authorization: `Bearer ${visit.emulator.apiKey}` };
	return fetch(`${visit.emulator.apiUrl}/v1/wallet`, { headers });
}

function walletUnder(effect: FaultEffect): Promise<Response> {
	visit.emulator.addFault({ on: 'wallet', effect });
	return wallet();
}

const GONE = 'gone';

/** The matrix of the client's tests depends on which of them leave a task. */
describe('a faulty create', () => {
	it.each<[FaultEffect, number, number | typeof GONE]>([
		[{ type: 'answer', status: 429 }, 0, 429],
		[{ type: 'refuse', code: 50600 }, 0, 429],
		[{ type: 'html', status: 502 }, 0, 502],
		[{ type: 'redirect', to: 'http://127.0.0.1:9/', status: 307 }, 0, 307],
		[{ type: 'reset', when: 'before' }, 0, GONE],
		[{ type: 'reset', when: 'after' }, 1, GONE],
		[{ type: 'processThenAnswer', status: 502 }, 1, 502],
		[{ type: 'truncate' }, 1, GONE],
		[{ type: 'truncate', claimsWhole: true }, 1, 202],
		[{ type: 'distort', to: 'nulls' }, 1, 202],
	])('%j makes %i tasks, and its caller sees %s', async (effect, tasks, seen) => {
		visit.emulator.addFault({ on: 'create', effect });
		const reading = create().then(async (response) => {
			await response.text();
			return response.status;
		});
		expect(await reading.catch(() => GONE)).toBe(seen);
		expect(visit.emulator.tasks()).toHaveLength(tasks);
		expect(visit.emulator.requests()[0]).toMatchObject({ fault: effect.type });
	});

	it.each([
		['before', 0],
		['after', 1],
	] as const)('that hangs %s it is processed makes %i tasks', async (when, tasks) => {
		const leaving = new AbortController();
		visit.emulator.addFault({ on: 'create', effect: { type: 'hang', when } });
		const answering = create(leaving.signal).catch(() => GONE);
		await visit.held();
		await visit.advance(3_600_000);
		expect(visit.clock.held).toBe(1);
		expect(visit.emulator.tasks()).toHaveLength(tasks);
		leaving.abort();
		expect(await answering).toBe(GONE);
		await visit.held(0);
	});
});

describe('faulty requests', () => {
	const busy = { type: 'answer', status: 503 } as const;

	it('are one by default, a given number, or all, perhaps after some good ones', async () => {
		visit.emulator.addFault({ on: 'create', effect: busy });
		visit.emulator.addFault({ on: 'create', times: 2, effect: { ...busy, status: 502 } });
		visit.emulator.addFault({ on: 'create', skip: 1, times: Infinity, effect: busy });
		const seen: number[] = [];
		for (let call = 0; call < 6; call += 1) seen.push((await create()).status);
		expect(seen).toEqual([503, 502, 502, 202, 503, 503]);
		visit.emulator.clearFaults();
		expect((await create()).status).toBe(202);
	});

	it('may be those of one app: its detail, its creates, its tasks', async () => {
		const [one, other] = [await visit.create(54663), await visit.create(57001, { k: 1 })];
		for (const on of ['create', 'status', 'detail'] as const) {
			visit.emulator.addFault({ on, appId: 57001, times: Infinity, effect: busy });
		}
		const detail = (id: number) =>
			visit.send('GET', `${visit.emulator.metaUrl}/v1/webapp/${id}/detail`);
		expect((await visit.read(one)).status).toBe(200);
		expect((await visit.read(other)).status).toBe(503);
		expect((await detail(54663)).status).toBe(200);
		expect((await detail(57001)).status).toBe(503);
		expect((await create()).status).toBe(202);
		expect(await visit.create(57001, { k: 1 })).toBeUndefined();
	});
});

describe('faulty bodies', () => {
	it('that drip come byte by byte', async () => {
		const whole = await (await wallet()).text();
		const begunAt = visit.clock.now();
		const reading = (await walletUnder({ type: 'drip', everyMs: 1000 })).text();
		for (let byte = 1; byte < whole.length; byte++) {
			await visit.held();
			await visit.advance(1000);
		}
		expect(await reading).toBe(whole);
		expect(visit.clock.now() - begunAt).toBe(1000 * (whole.length - 1));
	});

	it('that echo quote what was sent, the key first', async () => {
		const answer = await walletUnder({ type: 'echo', status: 502 });
		expect(await answer.text()).toContain(`<pre>authorization: Bearer ${visit.emulator.apiKey}`);
	});
});

describe('refusals', () => {
	it.each([
		[20049, 402],
		[20021, 403],
		[50600, 429],
		[60000, 500],
		[60012, 503],
		[12345, 400],
	])('%i comes with the HTTP status %i', async (code, status) => {
		const answer = await walletUnder({ type: 'refuse', code });
		expect(answer.status).toBe(status);
		expect(await answer.json()).toMatchObject({ code, data: null });
	});

	it('may have another status and text', async () => {
		const message = '任务状态已变更';
		const answer = await walletUnder({ type: 'refuse', code: 30047, status: 200, message });
		expect(answer.status).toBe(200);
		expect(await answer.json()).toMatchObject({ code: 30047, message, data: null });
	});
});
