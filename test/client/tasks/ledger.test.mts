import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

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
	expect(work.entry()).toEqual({ tasks: [{ requestId, seeds }] });
	expect(work.created).toEqual([requestId]);
	expect(attached).toBe(false);
});

describe('a retry of the same item', () => {
	it.each([
		['is queuing', 300],
		['is preparing', 700],
		['is running', 2_000],
		['ended in success', 60_000],
	])('attaches to a task that %s', async (_, age) => {
		const work = createWork(service);
		const first = await work.attempt({ seeds: { seed: 7 } });
		await service.time.sleep(age);

		const second = await work.attempt({ seeds: { seed: 8 } });

		expect(second).toEqual({ requestId: first.requestId, seeds: { seed: 7 }, attached: true });
		expect(creates()).toBe(1);
	});

	it("attaches to a task that the service can't find yet", async () => {
		service.emulator.plan({ notFoundMs: 5_000 });
		const work = createWork(service);
		const first = await work.attempt();

		const second = await work.attempt();

		expect(second.requestId).toBe(first.requestId);
		expect(creates()).toBe(1);
	});

	it('prepares no inputs if it attaches', async () => {
		const work = createWork(service);
		await work.attempt();
		await service.time.sleep(1_000);
		const upload = jest.fn();

		await work.attempt({ upload });

		expect(upload).not.toHaveBeenCalled();
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

	it('tolerates one lost response about the first task', async () => {
		const work = createWork(service);
		const first = await work.attempt();
		await service.time.sleep(1_000);
		service.emulator.addFault({ on: 'status', effect: { type: 'reset', when: 'before' } });

		expect((await work.attempt()).requestId).toBe(first.requestId);
	});
});

describe('a create without a response', () => {
	it('is not repeated, and the message is the same', async () => {
		const work = createWork(service, { tasks: [{}] });

		const error = await errorOf(() => work.attempt());

		expect(error.kind).toBe('unconfirmed');
		expect(error.advice).toContain('Retry Unconfirmed Tasks');
		expect(creates()).toBe(0);
		expect(work.entry()).toEqual({ tasks: [{}] });
	});

	it('is repeated if the user allows it', async () => {
		const work = createWork(service, { tasks: [{}] });

		const { requestId } = await work.attempt({ retryUnconfirmed: true });

		expect(creates()).toBe(1);
		expect(work.entry()).toMatchObject({ tasks: [{}, { requestId }] });
	});
});

describe('a result that was returned', () => {
	it('in this execution of the node is used again', async () => {
		const { requestId } = await createWork(service).attempt();
		await service.time.sleep(10_000);
		const work = createWork(service, { tasks: [{ requestId }], deliveredIn: 3 });

		expect(await work.attempt({ run: 3 })).toMatchObject({ requestId, attached: true });
		expect(creates()).toBe(1);
	});

	it('in an earlier turn of a loop is not: a new task is created', async () => {
		const { requestId } = await createWork(service).attempt();
		await service.time.sleep(10_000);
		const work = createWork(service, { tasks: [{ requestId }], deliveredIn: 2 });

		const again = await work.attempt({ run: 3 });

		expect(again.requestId).not.toBe(requestId);
		expect(creates()).toBe(2);
	});
});
