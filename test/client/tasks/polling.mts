import { deadlineIn } from '../../../client/resilience/deadline';
import { pollUntilEnd, type PollEnd } from '../../../client/tasks/poll';
import type { TaskPlan } from '../../../emulator/index.mts';
import type { Service } from '../service.mts';
import { createWork } from '../work.mts';

const HOUR = 60 * 60_000;

type Wait = { readonly maxWaitMs?: number; readonly signal?: AbortSignal };

export type Polling = {
	/** Creates a task of the given plan and polls it. */
	poll(plan?: Partial<TaskPlan>, wait?: Wait): Promise<PollEnd>;
	/** The milliseconds between the polls. */
	pauses(): number[];
};

export function createPolling(service: Service): Polling {
	return {
		async poll(plan = {}, { maxWaitMs = HOUR, signal } = {}) {
			service.emulator.plan(plan);
			const { requestId } = await createWork(service).attempt();
			const { clock, client } = service;
			return pollUntilEnd({
				read: () => client.tasks.status(requestId, signal),
				signal,
				startedAt: clock.now(),
				deadline: deadlineIn(clock, maxWaitMs),
			});
		},

		pauses() {
			const times = service.requests('status').map(({ at }) => at);
			return times.slice(1).map((at, index) => at - (times[index] ?? 0));
		},
	};
}
