import { hasEnded, type TaskStatus } from '../../../client/index';
import type { Ended } from './operation';

/** What a task cost; undefined while it isn't finished. */
export function endedOf(task: TaskStatus): Ended | undefined {
	return hasEnded(task) ? { billedSeconds: task.billedSeconds ?? 0 } : undefined;
}
