import type { FaultEffect } from '../../../emulator/index.mts';
import { type Answer, ASYNC, PROMPT, startVisit, TASKS, type Visit } from '../visit.mts';

let visit: Visit;

afterEach(() => visit.emulator.close());

describe('faults of calls', () => {
	beforeEach(async () => {
		visit = await startVisit({ quirks: { lateRecords: false } });
	});

	function createRaw(): Promise<Answer> {
		const url = `${visit.emulator.apiUrl}${TASKS}/create`;
		const body = { web_app_id: 54663, input_values: PROMPT };
		return visit.send('POST', url, { body, headers: ASYNC });
	}

	/** Creates a task with a fault; `undefined` means a connection that broke. */
	async function createUnder(effect: FaultEffect): Promise<Answer | undefined> {
		visit.emulator.addFault({ on: 'create', effect });
		return createRaw().catch(() => undefined);
	}

	describe('effects', () => {
		it('answer is sent without executing the request', async () => {
			const body = { code: 50600, message: 'too many requests' };
			const headers = { 'Retry-After': '7' };
			const answer = await createUnder({ type: 'answer', status: 429, body, headers });
			expect(answer).toMatchObject({ status: 429, body });
			expect(answer?.headers.get('retry-after')).toBe('7');
			expect(visit.emulator.tasks()).toHaveLength(0);
		});

		it('processThenAnswer is sent after executing the request', async () => {
			const answer = await createUnder({
				type: 'processThenAnswer',
				status: 502,
				body: { bad: 1 },
			});
			expect(answer).toMatchObject({ status: 502, body: { bad: 1 } });
			expect(visit.emulator.tasks()).toHaveLength(1);
		});

		it.each([
			['before', 0],
			['after', 1],
		] as const)('reset comes %s processing, which makes %i tasks', async (when, tasks) => {
			expect(await createUnder({ type: 'reset', when })).toBeUndefined();
			expect(visit.emulator.tasks()).toHaveLength(tasks);
			expect(visit.emulator.requests()[0]).toMatchObject({ operation: 'create', fault: 'reset' });
			expect(visit.emulator.requests()[0]?.status).toBeUndefined();
		});

		it('html is an HTML page of a gateway', async () => {
			const answer = await createUnder({ type: 'html', status: 502 });
			expect(answer).toMatchObject({ status: 502, body: expect.stringContaining('<html>') });
		});

		it('redirect leads to the given URL', async () => {
			const to = 'http://127.0.0.1:9/elsewhere';
			const answer = await createUnder({ type: 'redirect', to, status: 307 });
			expect(answer?.status).toBe(307);
			expect(answer?.headers.get('location')).toBe(to);
		});

		it('bytes are exactly that many, of JSON', async () => {
			visit.emulator.addFault({ on: 'wallet', effect: { type: 'bytes', count: 300_000 } });
			const headers = { Authorization: `Bearer ${visit.emulator.apiKey}` };
			const response = await fetch(`${visit.emulator.apiUrl}/v1/wallet`, { headers });
			const text = await response.text();
			expect(text).toHaveLength(300_000);
			expect(JSON.parse(text)).toMatchObject({ code: 20000 });
		});

		it('truncate ends in the middle of the real body', async () => {
			expect(await createUnder({ type: 'truncate' })).toBeUndefined();
			expect(visit.emulator.tasks()).toHaveLength(1);
		});

		it('delay sends the usual response later', async () => {
			const answering = createUnder({ type: 'delay', ms: 5000 });
			await visit.held();
			expect(visit.emulator.tasks()).toHaveLength(0);
			await visit.advance(5000);
			expect(await answering).toMatchObject({ status: 202 });
			expect(visit.emulator.tasks()[0]?.createdAt).toBe(visit.clock.now());
		});

		it('hang sends no response until the caller disconnects', async () => {
			const leaving = new AbortController();
			visit.emulator.addFault({ on: 'detail', effect: { type: 'hang' } });
			const url = `${visit.emulator.metaUrl}/v1/webapp/54663/detail`;
			const answering = fetch(url, { signal: leaving.signal }).catch(() => 'gone');
			await visit.held();
			await visit.advance(3_600_000);
			expect(visit.clock.held).toBe(1);
			leaving.abort();
			expect(await answering).toBe('gone');
			await visit.held(0);
		});

		it("hang doesn't prevent the emulator from closing", async () => {
			const answering = createUnder({ type: 'hang' });
			await visit.held();
			await visit.emulator.close();
			expect(await answering).toBeUndefined();
		});
	});

	describe('faulty requests', () => {
		const busy = { type: 'answer', status: 503 } as const;

		it('are one by default, a given number, or all', async () => {
			visit.emulator.addFault({ on: 'create', effect: busy });
			visit.emulator.addFault({ on: 'create', times: 2, effect: { ...busy, status: 502 } });
			visit.emulator.addFault({ on: 'create', times: Infinity, effect: { ...busy, status: 500 } });
			const seen: number[] = [];
			for (let call = 0; call < 5; call += 1) seen.push((await createRaw()).status);
			expect(seen).toEqual([503, 502, 502, 500, 500]);
			visit.emulator.clearFaults();
			expect((await createRaw()).status).toBe(202);
		});

		it('may come after some good ones', async () => {
			visit.emulator.addFault({ on: 'create', skip: 1, effect: busy });
			const seen = [await createRaw(), await createRaw(), await createRaw()];
			expect(seen.map(({ status }) => status)).toEqual([202, 503, 202]);
		});

		it('may be those of one task', async () => {
			const [one, other] = [await visit.create(), await visit.create()];
			visit.emulator.addFault({ on: 'status', requestId: other, effect: busy });
			expect((await visit.read(one)).status).toBe(200);
			expect((await visit.read(other)).status).toBe(503);
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
			expect((await createRaw()).status).toBe(202);
			expect(await visit.create(57001, { k: 1 })).toBeUndefined();
		});
	});

	async function walletUnder(effect: FaultEffect): Promise<Response> {
		visit.emulator.addFault({ on: 'wallet', effect });
		const headers = { Authorization: `Bearer ${visit.emulator.apiKey}` };
		return fetch(`${visit.emulator.apiUrl}/v1/wallet`, { headers });
	}

	function sendUnder(effect: FaultEffect, signal?: AbortSignal): Promise<Response> {
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

	it('truncate with a matching length sends half a body without breaking the connection', async () => {
		const whole = await (await walletUnder({ type: 'delay', ms: 0 })).text();

		const half = await (await walletUnder({ type: 'truncate', claimsWhole: true })).text();

		expect(half).toBe(whole.slice(0, Math.floor(whole.length / 2)));
	});

	it('hang after the request executes it, and sends no response until the caller disconnects', async () => {
		const leaving = new AbortController();
		const answering = sendUnder({ type: 'hang', when: 'after' }, leaving.signal).catch(
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
			const answer = await sendUnder(effect, leaving.signal);
			const reading = answer.text().catch(() => 'gone');
			await visit.held();

			leaving.abort();

			expect(await reading).toBe('gone');
			await visit.held(0);
			expect(visit.emulator.tasks()).toHaveLength(1);
		});
	});

	describe('distort', () => {
		it('nulls are a success with null as data', async () => {
			const answer = await walletUnder({ type: 'distort', to: 'nulls' });

			expect(await answer.json()).toEqual({ code: 20000, message: 'Ok', status: true, data: null });
		});

		it('nulls make every field null if there is no envelope', async () => {
			const answer = await sendUnder({ type: 'distort', to: 'nulls' });

			expect(answer.status).toBe(202);
			expect(await answer.json()).toEqual({ request_id: null });
			expect(visit.emulator.tasks()).toHaveLength(1);
		});

		it('otherTypes keep the names, but every value has a wrong type', async () => {
			const answer = await walletUnder({ type: 'distort', to: 'otherTypes' });

			const { code, data } = (await answer.json()) as { code: number; data: object };
			expect(code).toBe(20000);
			expect(data).toEqual({ gift_balance: { value: expect.any(Number) } });
		});
	});

	it('echo is a page that quotes what was sent, the key first', async () => {
		const answer = await walletUnder({ type: 'echo', status: 502 });

		expect(answer.status).toBe(502);
		expect(await answer.text()).toContain(`<pre>authorization: Bearer ${visit.emulator.apiKey}`);
	});
});

describe('refusals on demand', () => {
	it.each([
		[30035, 'interrupt', 409],
		[30041, 'interrupt', 409],
		[30047, 'cancel', 409],
		[20098, 'interrupt', 409],
		[20100, 'cancel', 409],
	] as const)('%i refuses %s, which is then not executed', async (code, by, status) => {
		visit = await startVisit();
		const id = await visit.create();
		await visit.advance(by === 'interrupt' ? 1500 : 0);
		visit.emulator.addFault({ on: by, effect: { type: 'refuse', code } });
		const body = { code, message: expect.any(String), data: null };
		expect(await visit.stop(id, by)).toMatchObject({ status, body });
		expect(visit.emulator.tasks()[0]?.stop).toBeUndefined();
		expect((await visit.stop(id, by)).status).toBe(200);
	});

	it.each([
		[20049, 402],
		[20021, 403],
		[50600, 429],
		[60000, 500],
		[60012, 503],
		[12345, 400],
	])('%i comes with the HTTP status %i', async (code, status) => {
		visit = await startVisit();
		visit.emulator.addFault({ on: 'wallet', effect: { type: 'refuse', code } });
		const answer = await visit.send('GET', `${visit.emulator.apiUrl}/v1/wallet`);
		expect(answer).toMatchObject({ status, body: { code, data: null } });
	});

	it('may have another status and text', async () => {
		visit = await startVisit();
		const effect = { type: 'refuse', code: 30047, status: 200, message: '任务状态已变更' } as const;
		visit.emulator.addFault({ on: 'wallet', effect });
		const answer = await visit.send('GET', `${visit.emulator.apiUrl}/v1/wallet`);
		const body = { code: 30047, message: '任务状态已变更', data: null };
		expect(answer).toMatchObject({ status: 200, body });
	});
});
