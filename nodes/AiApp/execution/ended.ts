import { phaseOf, type TaskStatus } from '../../../client/index';
import type { Ended } from './operation';

/** What a task cost; undefined while it isn't finished. */
export function endedOf({ status, billedSeconds = 0 }: TaskStatus): Ended | undefined {
	return phaseOf(status).terminal ? { billedSeconds } : undefined;
}
