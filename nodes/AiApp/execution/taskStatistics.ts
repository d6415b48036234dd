import {
	createBilledSeconds,
	createDurationEstimator,
	type BilledSeconds,
	type BilledSecondsSeen,
	type DurationEstimator,
	type Durations,
} from '../../../client/index';
import { processMemory } from '../io/processMemory';

type TaskStatistics = {
	/** Also remembers what the tasks cost. */
	readonly durations: DurationEstimator;
	/** What the latest tasks of an app cost, if this process has waited for one. */
	readonly billedSecondsSeen: (appId: number) => BilledSecondsSeen | undefined;
};

const seenDurations = processMemory.section<Durations>('durations');
const seenBilledSeconds = processMemory.section<BilledSeconds>('billedSeconds');

/** What the executions of this process have seen of an account's tasks. */
export function createTaskStatistics(account: string): TaskStatistics {
	const durations = createDurationEstimator(seenDurations, account);
	const billedSeconds = createBilledSeconds(seenBilledSeconds, account);
	return {
		durations: {
			...durations,
			record(appId, task) {
				durations.record(appId, task);
				billedSeconds.record(appId, task);
			},
		},
		billedSecondsSeen: billedSeconds.seen,
	};
}
