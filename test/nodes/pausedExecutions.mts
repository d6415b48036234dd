import type { Execution } from './engine.mts';
import type { Service } from './service.mts';
import { callbackUrls, MINUTE_MS, paused } from './pausedRuns.mts';
import { pausedExecution, type PausedExecution } from './pausedExecution.mts';

/** How sleeping executions of a service are made and called. */
export function usePausedExecutions(service: Service) {
	return {
		/** One that sleeps for tasks of these durations; callbacks come when the test calls. */
		async pausedFor(
			durations: readonly number[],
			more: Partial<Execution> = {},
		): Promise<PausedExecution> {
			for (const runningMs of durations)
				service.emulator.plan({ runningMs, notFoundMs: 0, callback: { copies: 0 } }, { times: 1 });
			const items = durations.map((n) => ({ json: { n } }));
			const ended = await service.run({ parameters: paused(), items, ...more });
			return pausedExecution(ended, service.credential);
		},
		/** Where the task of an item calls. */
		address: (item = 0) => callbackUrls(service)[item] ?? new URL('http://none'),
		/** Until all tasks but the longest have ended. */
		later: () => service.time.sleep(10 * MINUTE_MS),
	};
}
