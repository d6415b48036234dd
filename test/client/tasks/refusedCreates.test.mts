import type { FaultEffect } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();

function creates(): number {
	return service.requests('create').length;
}

describe('a create that was clearly refused is sent again', () => {
	it.each([
		['429 without a code', { status: 429 }],
		['429, queue full', { status: 429, body: { code: 30039 } }],
		['429, too many tasks at once', { status: 429, body: { code: '30040' } }],
		['200 with the code of a full queue', { status: 200, body: { code: 30039, data: null } }],
		['200, no node is available', { status: 200, body: { code: 30015, data: null } }],
		['503, the service is busy', { status: 503, body: { code: 60012 } }],
		['503, no node is available', { status: 503, body: { code: 30016 } }],
		['429 with a page of a proxy', { status: 429, body: '<html>Slow down</html>' }],
	])('%s: exactly one task', async (_, answer) => {
		const effect: FaultEffect = { type: 'answer', ...answer };
		service.emulator.addFault({ on: 'create', effect, times: 2 });
		const work = createWork(service);

		const { requestId } = await work.attempt();

		expect(creates()).toBe(3);
		expect(service.emulator.tasks().map((task) => task.requestId)).toEqual([requestId]);
	});

	it('not before the time in Retry-After has passed', async () => {
		const headers = { 'retry-after': '20' };
		service.emulator.addFault({ on: 'create', effect: { type: 'answer', status: 429, headers } });

		await createWork(service).attempt();

		const [first, second] = service.requests('create');
		expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(20_000);
	});

	it('with growing intervals and not forever', async () => {
		service.emulator.addFault({
			on: 'create',
			effect: { type: 'answer', status: 429 },
			times: Infinity,
		});
		const work = createWork(service);

		const error = await errorOf(() => work.attempt());

		expect(error.kind).toBe('busy');
		expect(error.advice).toContain("You weren't charged.");
		expect(creates()).toBeGreaterThan(7);
		expect(creates()).toBeLessThan(20);
		const times = service.requests('create').map(({ at }) => at);
		expect((times[7] ?? 0) - (times[6] ?? 0)).toBeGreaterThan((times[1] ?? 0) - (times[0] ?? 0));
		expect(work.entry()).toBeUndefined();
	});

	it('not if the execution was canceled in the meantime', async () => {
		service.emulator.addFault({
			on: 'create',
			effect: { type: 'answer', status: 429, headers: { 'retry-after': '60' } },
			times: Infinity,
		});
		const stop = new AbortController();
		service.time.after(5_000, () => stop.abort());

		const error = await errorOf(() => createWork(service).attempt({ signal: stop.signal }));

		expect(error.kind).toBe('execution_stopped');
		expect(creates()).toBe(1);
	});
});

describe('a create that was refused permanently is not sent again', () => {
	it.each([
		['no balance', 402, { code: 20049 }, 'balance'],
		['quota used up, although it is a 429', 429, { code: 20094 }, 'quota'],
		['wrong key', 401, '"Token is invalid"', 'credential'],
		['inputs not accepted', 400, { code: 40025 }, 'input'],
		['content not accepted', 403, { code: 20021 }, 'moderation'],
		['no such app', 404, { code: 20224 }, 'app_not_found'],
		['nothing of that id', 404, { code: 20011 }, 'app_not_found'],
		['a part of the app is missing', 400, { code: 20251 }, 'app_unusable'],
		['a part of the app is deprecated', 400, { code: '60014' }, 'app_unusable'],
		['a part of the app is deprecated, HTTP 200', 200, { code: 60014 }, 'app_unusable'],
		['a part of the app is offline', 403, { code: 30094 }, 'app_unusable'],
		['a redirect', 302, '', 'unexpected_response'],
	])('%s', async (_, status, body, kind) => {
		service.emulator.addFault({
			on: 'create',
			effect: { type: 'answer', status, body },
			times: Infinity,
		});
		const work = createWork(service);

		const error = await errorOf(() => work.attempt());

		expect(error.kind).toBe(kind);
		expect(creates()).toBe(1);
		expect(work.entry()).toBeUndefined();
	});
});

describe('a Retry-After that is longer than the time left', () => {
	const effect = { type: 'answer', status: 429, headers: { 'retry-after': '200' } } as const;

	it("doesn't extend the wait past Max Wait Time", async () => {
		service.emulator.addFault({ on: 'create', effect, times: Infinity });
		const startedAt = service.time.now();

		const error = await errorOf(() => createWork(service).attempt({ maxWaitMs: 60_000 }));

		expect(error).toMatchObject({ kind: 'busy', details: { retryAfterMs: 200_000 } });
		expect(service.time.now() - startedAt).toBeLessThan(60_000);
		expect(creates()).toBe(1);
	});
});

it('no create is sent after the execution was stopped', async () => {
	const error = await errorOf(() => createWork(service).attempt({ signal: AbortSignal.abort() }));

	expect(error.kind).toBe('execution_stopped');
	expect(creates()).toBe(0);
});
