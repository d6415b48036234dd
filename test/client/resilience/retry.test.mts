import fc from 'fast-check';
import { AiAppError } from '../../../client/errors/AiAppError';
import { ERROR_KINDS, type ErrorKind } from '../../../client/errors/kinds';
import { backoffMs, isTransient, retry } from '../../../client/resilience/retry';
import type { FaultEffect } from '../../../emulator/index.mts';
import { inAnHour } from '../deadlines.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';

describe('a read, cancel or interrupt', () => {
	const service = useService();
	const id = '0f0e0d0c-0000-4000-8000-000000000000';
	const read = () => retry(() => service.client.tasks.status(id), inAnHour(service));
	const reads = () => service.requests('status').length;

	const answer = (status: number, code?: unknown): FaultEffect =>
		code === undefined ? { type: 'answer', status } : { type: 'answer', status, body: { code } };

	it.each<[string, FaultEffect, number, number, ErrorKind]>([
		['repeated after a reset', { type: 'reset', when: 'before' }, 3, 4, 'task_not_found'],
		['repeated after no answer in time', { type: 'hang' }, 3, 4, 'task_not_found'],
		['repeated after 503', answer(503), 3, 4, 'task_not_found'],
		['repeated after 429', answer(429), 3, 4, 'task_not_found'],
		['repeated after a page with 502', { type: 'html', status: 502 }, 3, 4, 'task_not_found'],
		['repeated after a page with 200', { type: 'html', status: 200 }, 3, 4, 'task_not_found'],
		['repeated after half of an answer', { type: 'truncate' }, 3, 4, 'task_not_found'],
		['not repeated after the fourth attempt', answer(503), Infinity, 4, 'service_error'],
		['not repeated after an invalid key', answer(401, '20052'), 1, 1, 'credential'],
		['not repeated after a task that is not found', answer(404, 30009), 1, 1, 'task_not_found'],
		['not repeated after a state that does not allow it', answer(409, 30036), 1, 1, 'conflict'],
	])('is %s', async (_, effect, times, count, kind) => {
		service.emulator.addFault({ on: 'status', effect, times });

		const error = await errorOf(read);

		expect(error.kind).toBe(kind);
		expect(reads()).toBe(count);
	});

	it('waits for the time in Retry-After', async () => {
		const effect = { type: 'answer', status: 429, headers: { 'retry-after': '30' } } as const;
		service.emulator.addFault({ on: 'status', effect });

		await errorOf(read);

		const [first, second] = service.requests('status');
		expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(30_000);
	});

	it('is not repeated once the execution was canceled', async () => {
		service.emulator.addFault({ on: 'status', effect: { type: 'hang' }, times: Infinity });
		const stop = new AbortController();
		service.time.after(2_000, () => stop.abort());
		const { status } = service.client.tasks;

		const error = await errorOf(() =>
			retry(() => status(id, stop.signal), inAnHour(service), stop.signal),
		);

		expect(error.kind).toBe('execution_stopped');
		expect(reads()).toBe(1);
	});
});

it.each(ERROR_KINDS)('kind %s is transient only if waiting can help', (kind) => {
	const passing = ['busy', 'no_response', 'service_error', 'unreachable', 'unexpected_response'];

	expect(isTransient(new AiAppError(kind, ''))).toBe(passing.includes(kind));
});

it('an unexpected exception is a bug and never repeated', () => {
	expect(isTransient(new TypeError('x is not a function'))).toBe(false);
});

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('after n failures in a row', () => {
	it.each([
		[1, 500, 1_000],
		[2, 1_000, 2_000],
		[3, 2_000, 4_000],
		[6, 15_000, 30_000],
		[1_000, 15_000, 30_000],
	])('for n = %d the pause is %d to %d ms', (n, lowest, highest) => {
		expect(backoffMs(n, () => 0)).toBe(lowest);
		expect(backoffMs(n, () => 1 - Number.EPSILON)).toBeCloseTo(highest, 0);
	});

	it('the time in Retry-After is respected', () => {
		const asked = fc.integer({ min: 0, max: 300_000 });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 50 }), chance, asked, (n, random, askedForMs) => {
				expect(backoffMs(n, () => random, askedForMs)).toBeGreaterThanOrEqual(askedForMs);
			}),
		);
	});
});
