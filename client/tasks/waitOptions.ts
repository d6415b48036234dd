import type { TaskResult } from '../api/taskResult';
import type { Tasks } from '../api/tasks';
import type { TaskStatus } from '../api/taskStatus';
import type { Clock, Progress } from '../ports';
import type { PastTasks } from './pastTasks';

export type WaitPorts = {
	readonly tasks: Tasks;
	readonly clock: Clock;
	readonly progress: Progress;
	readonly pastTasks: PastTasks;
};

export type WaitOptions = {
	readonly maxWaitMs: number;
	/** What happens to a task that has not finished by then. */
	readonly onTimeout: 'fail' | 'return' | 'stop';
	/** Whether stopping may interrupt a running task, which is charged for what has run. */
	readonly interruptRunning: boolean;
	/** Queuing for longer, the task is canceled; left out where there is no limit. */
	readonly maxQueueMs?: number | undefined;
	/** Running for longer, the task is interrupted; left out where there is no limit. */
	readonly maxRunMs?: number | undefined;
};

export type WaitSince = {
	/** Of the item: a wait that begins with this call ends after Max Wait Time. */
	readonly deadline?: number;
	readonly isNew?: boolean;
	/** Called with the task when it has ended, before its outputs are read. */
	readonly onEnd?: (task: TaskStatus) => void;
};

/** What a wait ends with: a finished result, or at the deadline the task as it is. */
export type WaitEnd = { readonly finished: boolean; readonly result: TaskResult };
