import type { Execution } from '../engine.mts';
import type { Service } from '../service.mts';
import { callbackUrls, MINUTE_MS, paused } from './pausedRuns.mts';
import { pausedExecution, type PausedExecution } from './pausedExecution.mts';

/** Creates and calls paused executions of a service. */
export function usePausedExecutions(service: Service) {
	return {
		/**
		 * One that is paused for tasks of these durations; callbacks arrive when the test sends
		 * them.
		 */
		async pausedFor(
			durations: readonly number[],
			more: Partial<Execution> = {},
		): Promise<PausedExecution> {
			for (const runningMs of durations)
				service.emulator.plan({ runningMs, notFoundMs: 0, callback: { copies: 0 } }, { times: 1 });
			const items = durations.map((n) => ({ json: { n } }));
			const ended = await service.run({ parameters: paused(), items, ...more });
			return pausedExecution(ended, more.credential ?? service.credential);
		},
		/** The callback URL of an item's task. */
		address: (item = 0) => callbackUrls(service)[item] ?? new URL('http://none'),
		/** Until all tasks except the longest are finished. */
		later: () => service.time.sleep(10 * MINUTE_MS),
	};
}
