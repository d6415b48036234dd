import { onTask, runForm, useService } from './service.mts';

const service = useService();

const json = ({ outputs }: Awaited<ReturnType<typeof service.run>>) => outputs[0]?.[0]?.json;

async function createTask(plan: object): Promise<string> {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, ...plan });
	return String(
		json(await service.run({ parameters: runForm({}, { waitMode: 'none' }) }))?.request_id,
	);
}

describe('Task: Cancel', () => {
	it('removes a queued task from the queue, also if called twice', async () => {
		const id = await createTask({ queuingMs: 60_000 });

		const first = await service.run({ parameters: onTask('cancel', id) });
		const second = await service.run({ parameters: onTask('cancel', id) });

		expect(json(first)).toEqual({ request_id: id, result: 'canceled' });
		expect(second.error).toBeUndefined();
		expect(service.emulator.tasks()[0]?.status).toBe('Canceled');
	});

	it('of a running task names the right operation', async () => {
		const id = await createTask({ runningMs: 60_000 });
		await service.time.sleep(1_000);

		const { error } = await service.run({ parameters: onTask('cancel', id) });

		expect(error?.message).toContain("status doesn't allow this");
		expect(error?.description).toContain('Task: Stop');
	});
});

it('Task: Interrupt stops a running task, and names the right operation for a queued one', async () => {
	const running = await createTask({ runningMs: 60_000 });
	await service.time.sleep(1_000);
	expect(json(await service.run({ parameters: onTask('interrupt', running) }))).toMatchObject({
		result: 'interrupted',
	});

	const queuing = await createTask({ queuingMs: 60_000 });
	const { error } = await service.run({ parameters: onTask('interrupt', queuing) });
	expect(error?.description).toContain('Task: Stop');
});

describe('Task: Stop', () => {
	it.each([
		['queuing', { queuingMs: 60_000 }, 'canceled'],
		['running', { runningMs: 60_000 }, 'interrupted'],
		['finished', { runningMs: 100 }, 'already_finished'],
	])('a %s task', async (_, plan, result) => {
		const id = await createTask(plan);
		await service.time.sleep(1_000);

		expect(json(await service.run({ parameters: onTask('stop', id) }))).toMatchObject({
			request_id: id,
			result,
		});
	});
});

describe('Task: Wait for Completion', () => {
	it('returns the result of a task that was created elsewhere', async () => {
		const id = await createTask({ runningMs: 30_000 });

		const ended = await service.run({ parameters: onTask('wait', id, { downloadFiles: true }) });

		expect(json(ended)).toMatchObject({ request_id: id, status: 'Success' });
		expect(ended.outputs[0]?.[0]?.binary?.data?.mimeType).toBe('image/png');
		expect(service.creates()).toBe(1);
	});

	it('stops the task when the execution is stopped', async () => {
		const id = await createTask({ runningMs: 60_000 });

		await service.run({
			parameters: onTask('wait', id),
			onStart: (stop) => service.time.after(5_000, stop),
		});

		for (let turn = 0; turn < 50 && !service.emulator.tasks()[0]?.stop; turn++)
			await service.time.sleep(100);
		expect(service.emulator.tasks()[0]?.stop).toMatchObject({ by: 'interrupt' });
	});
});

it('Account: Get Balance returns the record', async () => {
	const wallet = await service.run({
		parameters: { resource: 'account', operation: 'getBalance' },
	});

	expect(json(wallet)).toMatchObject({ gift_balance: expect.any(Number) });
});

it('Account: Get User returns the record without keys', async () => {
	const user = await service.run({ parameters: { resource: 'account', operation: 'getUser' } });

	expect(user.error).toBeUndefined();
	expect(Object.keys(json(user) ?? {})).not.toContain('api_key');
	expect(JSON.stringify(json(user))).not.toContain('sk-');
});
