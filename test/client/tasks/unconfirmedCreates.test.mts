import type { FaultEffect } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork, PICTURE_APP } from '../work.mts';

const service = useService();

function creates(): number {
	return service.requests('create').length;
}

function tasks(): number {
	return service.emulator.tasks().length;
}

describe('a create that may have been received is never sent again', () => {
	it.each([
		['reset before it was processed', { type: 'reset', when: 'before' }, 0],
		['reset after it was processed', { type: 'reset', when: 'after' }, 1],
		['no answer within the time limit', { type: 'hang' }, 0],
		['500 with an empty body', { type: 'answer', status: 500, body: '' }, 0],
		['502 with a page', { type: 'html', status: 502 }, 0],
		['503 with an error code inside', { type: 'refuse', code: 50517 }, 0],
		['503 after it was processed', { type: 'processThenAnswer', status: 503 }, 1],
		['408 after it was processed', { type: 'processThenAnswer', status: 408 }, 1],
		['200 with a page', { type: 'html', status: 200 }, 0],
		['202 without an id', { type: 'processThenAnswer', status: 202, body: {} }, 1],
		['half of the answer', { type: 'truncate' }, 1],
		['an answer over the size cap', { type: 'bytes', count: 11 * 1024 ** 2 }, 0],
	] as [string, FaultEffect, number][])('%s', async (_, effect, existing) => {
		service.emulator.addFault({ on: 'create', effect });
		const work = createWork(service);

		const error = await errorOf(() => work.attempt());

		expect(error.kind).toBe('unconfirmed');
		expect(error.advice).toContain('You may be charged.');
		expect(creates()).toBe(1);
		expect(tasks()).toBe(existing);
		expect(work.entry()).toEqual({ tasks: [{}] });
	});

	it.each([
		['with an unknown code', { code: 20_001, data: null }],
		['with a code that is none', { code: null }],
		['with the code of a breakdown', { code: 60_000, message: 'Internal error' }],
	])('200 %s', async (_, body) => {
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

		expect(work.notes).toEqual([`App ${PICTURE_APP}: ${message}`]);
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

it.each([
	['no answer within the time limit', { type: 'hang' }],
	['a gateway that gave up waiting', { type: 'processThenAnswer', status: 504 }],
] as [string, FaultEffect][])('after %s the advice names Task Header Prefix', async (_, effect) => {
	service.emulator.addFault({ on: 'create', effect });

	const error = await errorOf(() => createWork(service).attempt());

	expect(error.kind).toBe('unconfirmed');
	expect(error.advice).toContain('Retry Unconfirmed Tasks');
	expect(error.advice).toContain("check 'Task Header Prefix'");
});

it('Keep Connection Open needs no task headers, and its advice names no prefix', async () => {
	service.emulator.addFault({ on: 'create', effect: { type: 'hang' } });

	const error = await errorOf(() => createWork(service).attempt({ isHeld: true }));

	expect(error.kind).toBe('unconfirmed');
	expect(error.advice).not.toContain('Task Header Prefix');
});
