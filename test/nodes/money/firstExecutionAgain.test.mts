import { retryOf } from '../engine.mts';
import { PROMPT, runForm, useService } from '../service.mts';

const service = useService();
const parameters = runForm({ [PROMPT]: 'a cat' }, { options: { maxWaitMinutes: 0.1 } });

/** n8n's list offers "Retry" of the first execution until one of its retries has succeeded. */
it('"Retry" of the same execution again continues with the task that its first retry created', async () => {
	service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20049 } });
	service.emulator.plan({ runningMs: 10_000 }, { times: 1 });
	const first = await service.run({ parameters });
	expect(first.error?.message).toContain('balance');
	const retry = await service.run({ parameters, earlier: retryOf(first), executionId: '2' });
	expect(retry.error?.message).toContain("didn't finish within 6 seconds");

	await service.run({ parameters, earlier: retryOf(first), executionId: '3' });

	expect(service.emulator.tasks()).toHaveLength(1);
});

describe('"Retry" of the same execution again', () => {
	it('creates nothing beside a task of its first retry that was not confirmed', async () => {
		service.emulator.addFault({ on: 'create', effect: { type: 'refuse', code: 20049 } });
		const lost = { type: 'reset', when: 'after' } as const;
		service.emulator.addFault({ on: 'create', effect: lost });
		const first = await service.run({ parameters });
		await service.run({ parameters, earlier: retryOf(first), executionId: '2' });

		const { error } = await service.run({ parameters, earlier: retryOf(first), executionId: '3' });

		expect(service.creates()).toBe(2);
		expect(error?.message).toContain('may already exist');
	});

	it('creates nothing for values whose task was not confirmed, nor was that of an edit after it', async () => {
		const lost = { type: 'reset', when: 'after' } as const;
		service.emulator.addFault({ on: 'create', times: 2, effect: lost });
		const edited = runForm({ [PROMPT]: 'a dog' }, { options: { maxWaitMinutes: 0.1 } });
		const first = await service.run({ parameters });
		const earlier = retryOf(first, { parameters: edited });
		await service.run({ parameters: edited, earlier, executionId: '2' });

		await service.run({ parameters, earlier: retryOf(first), executionId: '3' });

		expect(service.creates()).toBe(2);
	});

	it('continues with that task also if the first execution had no valid credential', async () => {
		service.emulator.plan({ runningMs: 10_000 }, { times: 1 });
		const credential = { ...service.credential, baseUrl: 'nowhere' };
		const first = await service.run({ parameters, credential });
		await service.run({ parameters, earlier: retryOf(first), executionId: '2' });

		await service.run({ parameters, earlier: retryOf(first), executionId: '3' });

		expect(service.emulator.tasks()).toHaveLength(1);
	});

	it('continues with the task that a retry of its retry has created', async () => {
		const refused = { type: 'refuse', code: 20049 } as const;
		service.emulator.addFault({ on: 'create', times: 2, effect: refused });
		service.emulator.plan({ runningMs: 10_000 }, { times: 1 });
		const first = await service.run({ parameters });
		const second = await service.run({ parameters, earlier: retryOf(first), executionId: '2' });
		await service.run({ parameters, earlier: retryOf(second), executionId: '3' });

		await service.run({ parameters, earlier: retryOf(first), executionId: '4' });

		expect(service.emulator.tasks()).toHaveLength(1);
	});

	it('creates a task of its own for an execution that has the same number in another n8n', async () => {
		service.emulator.plan({ runningMs: 60 * 60_000 });
		const one = await service.run({ parameters });
		const other = await service.run({ parameters });
		await service.run({ parameters, earlier: retryOf(one), executionId: '2' });

		const ended = await service.run({ parameters, earlier: retryOf(other), executionId: '2' });

		expect(service.creates()).toBe(2);
		expect(ended.error?.message).toContain(service.emulator.tasks()[1]?.requestId);
	});
});
