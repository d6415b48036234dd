import { PROMPT, runForm, useService } from './service.mts';

/**
 * How late the node is: service finished -> node returned, one task at a time on virtual time, so
 * that the figures are those of the schedule and not of the machine.
 */
const service = useService();

const DURATIONS = 20;

it.each([
	{ mean: 2, lag: 0.4, calls: 5 },
	{ mean: 7, lag: 0.6, calls: 9 },
	{ mean: 60, lag: 1.8, calls: 27 },
])(
	'tasks of $mean s are detected within $lag s with $calls status checks',
	async ({ mean, lag, calls }) => {
		const lags: number[] = [];
		for (const fraction of fractions(DURATIONS)) {
			const duration = mean * 1000 * (0.5 + fraction);
			service.emulator.plan({
				queuingMs: duration * 0.1,
				preparingMs: duration * 0.1,
				runningMs: duration * 0.8,
			});
			await service.run({ parameters: runForm({ [PROMPT]: 'a cat' }) });
			lags.push(service.time.now() - (service.emulator.tasks().at(-1)?.finishedAt ?? NaN));
		}

		const statusChecks = service.emulator
			.requests()
			.filter(({ operation }) => operation === 'status');
		const meanLag = lags.reduce((sum, each) => sum + each, 0) / DURATIONS / 1000;
		const meanChecks = statusChecks.length / DURATIONS;
		expect(meanLag).toBeLessThanOrEqual(lag);
		expect(meanChecks).toBeLessThanOrEqual(calls);
	},
);

/** Numbers in [0, 1) that are the same in every run (mulberry32, seed 7). */
function fractions(count: number): number[] {
	let state = 7;
	return Array.from({ length: count }, () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	});
}
