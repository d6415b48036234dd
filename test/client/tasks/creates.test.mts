import { AiAppError } from '../../../client/errors/AiAppError';
import { ERROR_KINDS } from '../../../client/errors/kinds';
import { createRateLimiter } from '../../../client/resilience/rateLimiter';
import { isDefinitelyNotCreated, shouldRetryCreate } from '../../../client/tasks/createOnce';
import type { FaultEffect } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork, PICTURE_APP } from '../work.mts';
import { costOf } from '../../../client/errors/cost';

const service = useService();

function creates(): number {
	return service.requests('create').length;
}

describe('a create that was clearly refused is sent again', () => {
	it.each([
		['429, too many tasks at once', { status: 429, body: { code: '30040' } }],
		['200, no node is available', { status: 200, body: { code: 30015, data: null } }],
		['429 with a page of a proxy', { status: 429, body: '<html>Slow down</html>' }],
	])('%s leads to exactly one task', async (_, answer) => {
		const effect: FaultEffect = { type: 'answer', ...answer };
		service.emulator.addFault({ on: 'create', effect, times: 2 });
		const work = createWork(service);

		const { requestId } = await work.attempt();

		expect(creates()).toBe(3);
		expect(service.emulator.tasks().map((task) => task.requestId)).toEqual([requestId]);
	});

	it('its intervals grow, and it is not sent forever', async () => {
		service.emulator.addFault({
			on: 'create',
			effect: { type: 'answer', status: 429 },
			times: Infinity,
		});
		const work = createWork(service);

		const error = await errorOf(() => work.attempt());

		expect(error.kind).toBe('busy');
		expect(costOf(error)).toBe('free');
		expect(creates()).toBeGreaterThan(7);
		expect(creates()).toBeLessThan(20);
		const times = service.requests('create').map(({ at }) => at);
		expect((times[7] ?? 0) - (times[6] ?? 0)).toBeGreaterThan((times[1] ?? 0) - (times[0] ?? 0));
		expect(work.entry()).toBeUndefined();
	});
});

describe('a create that was refused permanently is not sent again', () => {
	// docs/errors.md has all codes, and whether a create is sent again.
	it.each([
		['quota used up, although it is a 429', 429, { code: 20094 }, 'quota'],
		['a part of the app is deprecated, HTTP 200', 200, { code: 60014 }, 'app_unusable'],
	])('it is not sent again after: %s', async (_, status, body, kind) => {
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

it('no create is sent after one that was refused, if the execution was stopped meanwhile', async () => {
	const effect = { type: 'answer', status: 429, headers: { 'retry-after': '60' } } as const;
	service.emulator.addFault({ on: 'create', effect });
	const stop = new AbortController();
	service.time.after(5_000, () => stop.abort());

	const error = await errorOf(() => createWork(service).attempt({ signal: stop.signal }));

	expect(error.kind).toBe('execution_stopped');
	expect(creates()).toBe(1);
});

it('no create is sent if the execution is stopped at the moment at which its turn comes', async () => {
	const limiter = createRateLimiter(service.clock);
	const others = Array.from({ length: 4 }, () =>
		limiter.executionQueue().slot({ of: PICTURE_APP, keepsSlot: true }),
	);
	for (const other of others) await other.acquire(undefined, service.clock.now() + 1_000);
	const stop = new AbortController();
	service.time.after(10, () => {
		others[0]?.accepted();
		stop.abort();
	});

	const work = createWork(service, undefined, limiter);
	const error = await errorOf(() => work.attempt({ signal: stop.signal }));

	expect(error.kind).toBe('execution_stopped');
	expect(creates()).toBe(0);
});

function tasks(): number {
	return service.emulator.tasks().length;
}

describe('a create that may have been received is never sent again', () => {
	it.each([
		['503 with an error code inside', { type: 'refuse', code: 50517 }, 0],
		['503 after it was processed', { type: 'processThenAnswer', status: 503 }, 1],
		['408 after it was processed', { type: 'processThenAnswer', status: 408 }, 1],
	] as [string, FaultEffect, number][])(
		'it is not sent again after: %s',
		async (_, effect, existing) => {
			service.emulator.addFault({ on: 'create', effect });
			const work = createWork(service);

			const error = await errorOf(() => work.attempt());

			expect(error.kind).toBe('unconfirmed');
			expect(costOf(error)).toBe('unknown');
			expect(creates()).toBe(1);
			expect(tasks()).toBe(existing);
			expect(work.entry()).toEqual({ tasks: [{}] });
		},
	);

	it.each([
		['with an unknown code', { code: 20_001, data: null }],
		['with a code that is none', { code: null }],
		['with the code of a breakdown', { code: 60_000, message: 'Internal error' }],
	])('it is not sent again after: 200 %s', async (_, body) => {
		const effect = { type: 'processThenAnswer', status: 200, body } as const;
		service.emulator.addFault({ on: 'create', effect });
		const work = createWork(service);

		const error = await errorOf(() => work.attempt());

		expect(error.kind).toBe('unconfirmed');
		expect(work.entry()).toEqual({ tasks: [{}] });
	});

	it.each([
		['in the record', { code: 20_001, data: { request_id: 'r-1' } }],
		['beside it', { code: 20_001, request_id: 'r-1', data: null }],
		['under its older name', { code: 20_001, data: { requestId: 'r-1' } }],
	])('200 with an unknown code and an ID %s: the ID is shown, but not used', async (_, body) => {
		service.emulator.addFault({ on: 'create', effect: { type: 'answer', status: 200, body } });

		const work = createWork(service);
		const error = await errorOf(() => work.attempt());

		expect(error.kind).toBe('unconfirmed');
		expect(error.message).toContain('request ID r-1)');
		expect(work.notes.join()).toContain('r-1');
		expect(error.details.requestId).toBeUndefined();
	});

	it('it is logged as well, because its message may not be shown', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });
		const work = createWork(service);

		const { message } = await errorOf(() => work.attempt());

		expect(work.notes).toEqual([`App ${PICTURE_APP}, item 0: ${message}`]);
	});

	it('a slow response is awaited for a minute, even if the execution is stopped', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'delay', ms: 55_000 } });
		const stop = new AbortController();
		service.time.after(5_000, () => stop.abort());
		const work = createWork(service);

		const { requestId } = await work.attempt({ signal: stop.signal });

		expect(work.created).toEqual([requestId]);
		expect(tasks()).toBe(1);
	});
});

const GAVE_UP: FaultEffect = { type: 'processThenAnswer', status: 504 };

it.each<[string, FaultEffect, boolean, boolean]>([
	['are a cause after no answer', { type: 'hang' }, false, true],
	['are a cause after a gateway gave up', GAVE_UP, false, true],
	['are none for an open connection, which needs none', { type: 'hang' }, true, false],
])('unknown task headers %s', async (_, effect, isHeld, isCause) => {
	service.emulator.addFault({ on: 'create', effect });

	const error = await errorOf(() => createWork(service).attempt({ isHeld }));

	expect(error.kind).toBe('unconfirmed');
	expect(error.details.reason).toBe(isCause ? 'headersUnknown' : undefined);
});

/** Where nothing listens. */
function nowhere() {
	const { tasks } = service.clientWith({ baseUrl: 'http://127.0.0.1:9' });
	return { ...service, client: { ...service.client, tasks } };
}

it('a create that cannot have been sent is sent again', async () => {
	const work = createWork(nowhere());

	const error = await errorOf(() => work.attempt());

	expect(error.kind).toBe('unreachable');
	expect(work.written.filter(({ tasks }) => tasks.length > 0)).toHaveLength(3);
	expect(work.entry()).toBeUndefined();
});

it('a create that cannot have been sent is not sent again after the max wait time', async () => {
	const work = createWork(nowhere());

	const error = await errorOf(() => work.attempt({ maxWaitMs: 500 }));

	expect(error.kind).toBe('unreachable');
	expect(work.written.filter(({ tasks }) => tasks.length > 0)).toHaveLength(1);
});

it.each([
	[1, 1_000],
	[2, 2_000],
])('after attempt %i, a create is sent again only if its longest pause of %i ms fits', (n, ms) => {
	const unreached = new AiAppError('unreachable', '');

	expect(shouldRetryCreate(unreached, n, ms + 1)).toBe(true);
	expect(shouldRetryCreate(unreached, n, ms)).toBe(false);
});

it('a create that cannot have been sent is given up at once when the execution is stopped', async () => {
	const stop = new AbortController();
	const begun = service.time.now();
	service.time.after(200, () => stop.abort());

	const error = await errorOf(() => createWork(nowhere()).attempt({ signal: stop.signal }));

	expect(error.kind).toBe('execution_stopped');
	expect(service.time.now() - begun).toBe(200);
});

it('if the service is unreachable, tasks that wait for each other all say so, and soon', async () => {
	const limiter = createRateLimiter(service.clock);
	const works = Array.from({ length: 6 }, () => createWork(nowhere(), undefined, limiter));
	const begun = service.time.now();

	const errors = await Promise.all(works.map((work) => errorOf(() => work.attempt())));

	expect(new Set(errors.map(({ kind }) => kind))).toEqual(new Set(['unreachable']));
	expect(service.time.now() - begun).toBeLessThan(60_000);
});

describe('a create was certainly not executed', () => {
	it.each([
		['unreachable', {}, true],
		['input', {}, false],
		['input', { httpStatus: 422 }, true],
		['input', { httpStatus: 500 }, false],
		['busy', { httpStatus: 429 }, true],
		['busy', { httpStatus: 200, code: '30039' }, true],
		['balance', { httpStatus: 402 }, true],
		['unexpected_response', { httpStatus: 404 }, true],
		['unexpected_response', { httpStatus: 302 }, true],
		['busy', { httpStatus: 503, code: '30039' }, true],
		['balance', { httpStatus: 300 }, true],
		['balance', { httpStatus: 499 }, true],
		['balance', { httpStatus: 500, code: '20049' }, false],
		['busy', { httpStatus: 503 }, false],
		['unexpected_response', { httpStatus: 408, timedOut: true }, false],
		['unexpected_response', { httpStatus: 200 }, false],
		['unexpected_response', { httpStatus: 200, code: '0' }, false],
		['balance', { httpStatus: 200 }, false],
		['unexpected_response', {}, false],
		['service_error', { httpStatus: 400, code: '60000' }, false],
		['no_response', {}, false],
		['unconfirmed', {}, false],
		['execution_stopped', {}, false],
	] as const)('%s %j: %s', (kind, details, refused) => {
		expect(isDefinitelyNotCreated(new AiAppError(kind, '', details))).toBe(refused);
	});
});

it.each(ERROR_KINDS)(
	'a refused create of kind %s is repeated only if the service was full',
	(kind) => {
		const refused = new AiAppError(kind, '', { httpStatus: 429 });

		expect(shouldRetryCreate(refused, 1, 60_000)).toBe(kind === 'busy' || kind === 'unreachable');
		expect(shouldRetryCreate(refused, 3, 60_000)).toBe(kind === 'busy');
	},
);
