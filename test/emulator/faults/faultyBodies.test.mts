import type { FaultEffect } from '../../../emulator/index.mts';
import { ASYNC, PROMPT, startVisit, TASKS, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit({ quirks: { lateRecords: false } });
});

afterEach(() => visit.emulator.close());

async function walletUnder(effect: FaultEffect): Promise<Response> {
	visit.emulator.addFault({ on: 'wallet', effect });
	const headers = { Authorization: `Bearer ${visit.emulator.apiKey}` };
	return fetch(`${visit.emulator.apiUrl}/v1/wallet`, { headers });
}

function createUnder(effect: FaultEffect, signal?: AbortSignal): Promise<Response> {
	visit.emulator.addFault({ on: 'create', effect });
	const body = JSON.stringify({ web_app_id: 54663, input_values: PROMPT });
	const key = { Authorization: `Bearer ${visit.emulator.apiKey}` };
	const headers = { ...ASYNC, ...key, 'Content-Type': 'application/json' };
	return fetch(`${visit.emulator.apiUrl}${TASKS}/create`, {
		method: 'POST',
		headers,
		body,
		signal,
	});
}

it('truncate with a matching length: half a body without a broken connection', async () => {
	const whole = await (await walletUnder({ type: 'delay', ms: 0 })).text();

	const half = await (await walletUnder({ type: 'truncate', claimsWhole: true })).text();

	expect(half).toBe(whole.slice(0, Math.floor(whole.length / 2)));
});

it('hang after: the request was executed, and no response is sent until the caller disconnects', async () => {
	const leaving = new AbortController();
	const answering = createUnder({ type: 'hang', when: 'after' }, leaving.signal).catch(
		() => 'gone',
	);
	await visit.held();

	expect(visit.emulator.tasks()).toHaveLength(1);
	leaving.abort();
	expect(await answering).toBe('gone');
	await visit.held(0);
});

describe('drip', () => {
	it('sends the head and a byte at once, then the real body slowly, byte by byte', async () => {
		const whole = await (await walletUnder({ type: 'delay', ms: 0 })).text();
		const begunAt = visit.clock.now();
		const answer = await walletUnder({ type: 'drip', everyMs: 1000 });
		const reading = answer.text();

		for (let byte = 1; byte < whole.length; byte++) {
			await visit.held();
			await visit.advance(1000);
		}

		expect(await reading).toBe(whole);
		expect(visit.clock.now() - begunAt).toBe(1000 * (whole.length - 1));
	});

	it('ends when the caller disconnects', async () => {
		const leaving = new AbortController();
		const effect = { type: 'drip', everyMs: 1000 } as const;
		const answer = await createUnder(effect, leaving.signal);
		const reading = answer.text().catch(() => 'gone');
		await visit.held();

		leaving.abort();

		expect(await reading).toBe('gone');
		await visit.held(0);
		expect(visit.emulator.tasks()).toHaveLength(1);
	});
});

describe('distort', () => {
	it('nulls: a success with null as data', async () => {
		const answer = await walletUnder({ type: 'distort', to: 'nulls' });

		expect(await answer.json()).toEqual({ code: 20000, message: 'Ok', status: true, data: null });
	});

	it('nulls: without an envelope, every field is null', async () => {
		const answer = await createUnder({ type: 'distort', to: 'nulls' });

		expect(answer.status).toBe(202);
		expect(await answer.json()).toEqual({ request_id: null });
		expect(visit.emulator.tasks()).toHaveLength(1);
	});

	it('otherTypes: the names are right, but every value has a wrong type', async () => {
		const answer = await walletUnder({ type: 'distort', to: 'otherTypes' });

		const { code, data } = (await answer.json()) as { code: number; data: object };
		expect(code).toBe(20000);
		expect(data).toEqual({ gift_balance: { value: expect.any(Number) } });
	});
});

it('echo: a page that quotes what was sent, the key first', async () => {
	const answer = await walletUnder({ type: 'echo', status: 502 });

	expect(answer.status).toBe(502);
	expect(await answer.text()).toContain(`<pre>authorization: Bearer ${visit.emulator.apiKey}`);
});
