import type { FaultEffect } from '../../../emulator/index.mts';
import { hashOf, isSameWork } from '../../../client/tasks/ledgerKeys';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';
import { costOf } from '../../../client/errors/cost';

const service = useService();

function creates(): number {
	return service.requests('create').length;
}

it('the ledger notes that a create is sent, and its request ID as soon as it is known', async () => {
	const seen: unknown[] = [];
	const work = createWork(service);
	const seeds = { '30:Seed (rgthree).seed': 7 };
	service.emulator.addFault({ on: 'create', effect: { type: 'delay', ms: 1_000 } });
	service.time.after(500, () => seen.push(work.entry()));

	const { requestId, attached } = await work.attempt({ seeds });

	expect(seen).toEqual([{ tasks: [{}] }]);
	const createdAt = service.clock.wallNow();
	expect(work.entry()).toEqual({ tasks: [{ requestId, seeds, createdAt }] });
	expect(work.created).toEqual([requestId]);
	expect(attached).toBe(false);
});

describe('a retry of the same item', () => {
	it.each<[string, number, object, FaultEffect | undefined]>([
		['is queuing', 300, {}, undefined],
		['is preparing', 700, {}, undefined],
		['was created a second ago', 1_000, {}, undefined],
		['is running', 2_000, {}, undefined],
		['ended in success', 60_000, {}, undefined],
		["can't be found yet", 1, { notFoundMs: 5_000 }, undefined],
		['was read without a response once', 1_000, {}, { type: 'reset', when: 'before' }],
	])('attaches to a task that %s, and prepares no inputs', async (_, age, plan, effect) => {
		service.emulator.plan(plan);
		const work = createWork(service);
		const first = await work.attempt({ seeds: { seed: 7 } });
		await service.time.sleep(age);
		if (effect) service.emulator.addFault({ on: 'status', effect });
		const makeOrder = jest.fn();

		const second = await work.attempt({ seeds: { seed: 8 }, makeOrder });

		expect(second).toEqual({ requestId: first.requestId, seeds: { seed: 7 }, attached: true });
		expect(makeOrder).not.toHaveBeenCalled();
		expect(creates()).toBe(1);
	});

	it.each([
		['failed', { outcome: 'Failed' }],
		['was canceled', { queuingMs: 60_000 }],
	] as const)('creates a new task when the first one %s', async (how, plan) => {
		service.emulator.plan(plan);
		const work = createWork(service);
		const first = await work.attempt();
		if (how === 'was canceled') await service.client.tasks.cancel(first.requestId);
		await service.time.sleep(10_000);

		const second = await work.attempt();

		expect(second.requestId).not.toBe(first.requestId);
		expect(work.entry()).toMatchObject({
			tasks: [{ requestId: first.requestId }, { requestId: second.requestId }],
		});
		expect(creates()).toBe(2);
	});

	it("creates nothing while the status of the first task can't be read, and names that task", async () => {
		const work = createWork(service);
		const first = await work.attempt();
		service.emulator.addFault({
			on: 'status',
			effect: { type: 'answer', status: 503 },
			times: Infinity,
		});

		const error = await errorOf(() => work.attempt());

		expect(error).toMatchObject({ kind: 'service_error', details: { requestId: first.requestId } });
		expect(work.entry()).toMatchObject({ tasks: [{ requestId: first.requestId }] });
		expect(creates()).toBe(1);
	});
});

describe('a create without a response', () => {
	it('is not repeated, and the message is the same', async () => {
		const work = createWork(service, { tasks: [{}] });

		const error = await errorOf(() => work.attempt());

		expect(error.kind).toBe('unconfirmed');
		expect(creates()).toBe(0);
		expect(work.entry()).toEqual({ tasks: [{}] });
	});
});

it.each([
	['a number and its text', { a: 1 }, { a: '1' }],
	['a nested value', { a: { b: 1 } }, { a: { b: 2 } }],
	['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
	['a text that is empty', { a: '' }, {}],
])('%s makes other work', (_, one, other) => {
	expect(hashOf(one)).not.toBe(hashOf(other));
});

it.each([
	['the order of members', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
	['null, which the editor deletes', { a: 1, b: null, c: { d: null } }, { a: 1, c: {} }],
])('%s makes no other work', (_, one, other) => {
	expect(hashOf(one)).toBe(hashOf(other));
});

it.each([
	['nothing has changed', 'typed', 'given', true],
	['an expression returned another value', 'typed', 'other', true],
	['an edited expression returned the same value', 'other', 'given', true],
	['both have changed', 'other', 'other', false],
])('it is the same work: %s', (_, typed, given, isSame) => {
	expect(isSameWork({ typed: 'typed', given: 'given' }, { typed, given })).toBe(isSame);
});

it('a hash reveals nothing about the inputs', () => {
	expect(hashOf('a secret')).toMatch(/^[0-9a-f]{32}$/);
});

/** A task that the service can no longer find. */
async function forgotten() {
	const work = createWork(service);
	const { requestId } = await work.attempt();
	service.emulator.addFault({
		on: 'status',
		effect: { type: 'refuse', code: 30009 },
		times: Infinity,
	});
	return { work, requestId };
}

it('the message has the request ID and what to do, and no second task is created', async () => {
	const { work, requestId } = await forgotten();

	for (let n = 0; n < 3; n++) {
		const error = await errorOf(() => work.run());

		expect(error.kind).toBe('task_not_found');
		expect(error.message).toContain(`can no longer find it (request ID ${requestId})`);
		expect(costOf(error)).toBe('unknown');
	}
	expect(service.requests('create')).toHaveLength(1);
	expect(work.entry()).toMatchObject({ tasks: [{ requestId }] });
});

it('a retry attaches to the task once the service finds it again', async () => {
	const { work, requestId } = await forgotten();
	await errorOf(() => work.run());
	service.emulator.clearFaults();

	expect((await work.run()).result.requestId).toBe(requestId);
	expect(service.requests('create')).toHaveLength(1);
});
