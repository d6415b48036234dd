import type { Parameters } from '../instance.mts';
import { inputItems } from '../pause/pausedRuns.mts';
import { PROMPT, runForm, useService } from '../service.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const service = useService();
let shift: number;

beforeEach(async () => {
	shift = 0;
	// The first execution of a process loads n8n, and the virtual clock doesn't wait for that.
	await service.run({ parameters: cat({}, 'none'), executionId: 'first' });
	jest.spyOn(Date, 'now').mockImplementation(() => service.time.now() + shift);
});

function cat(options: Parameters, waitMode = 'poll'): Parameters {
	return runForm({ [PROMPT]: 'a cat' }, { waitMode, options });
}

describe('a machine whose clock is set', () => {
	it('back by an hour returns a result as soon as without that', async () => {
		service.emulator.plan({ runningMs: MINUTE });
		const startedAt = service.time.now();
		service.time.after(20_500, () => (shift = -HOUR));

		const { error } = await service.run({ parameters: cat({}) });

		expect(error).toBeUndefined();
		expect(service.time.now() - startedAt).toBeLessThan(2 * MINUTE);
	});

	it('back by an hour interrupts a task at Max Run Time', async () => {
		service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 3 * HOUR });
		service.time.after(5_000, () => (shift = -HOUR));

		const { error } = await service.run({ parameters: cat({ maxRunMinutes: 20 / 60 }) });

		expect(error?.message).toContain('20 seconds');
		const { createdAt = 0, stop } = service.emulator.tasks().at(-1) ?? {};
		expect(stop?.by).toBe('interrupt');
		expect((stop?.at ?? 0) - createdAt).toBeLessThan(30_000);
	});

	it('forward by two hours waits on', async () => {
		service.emulator.plan({ runningMs: MINUTE });
		service.time.after(5_000, () => (shift = 2 * HOUR));

		const { error } = await service.run({ parameters: cat({ maxWaitMinutes: 60 }) });

		expect(error).toBeUndefined();
	});

	it('back by a year creates tasks again an hour after Max Tasks per Hour was reached', async () => {
		await service.time.sleep(2 * HOUR);
		const credential = { ...service.credential, maxTasksPerHour: 2 };
		shift = 365 * 24 * HOUR;
		await service.run({ parameters: cat({}), items: inputItems(2), credential });
		shift = 0;
		await service.time.sleep(HOUR + 2 * MINUTE);

		const { error } = await service.run({ parameters: cat({}), credential, executionId: '2' });

		expect(error).toBeUndefined();
	});
});
