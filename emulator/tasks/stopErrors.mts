import { refusalOf, type Refusal } from '../errors/errorCodes.mts';
import type { StopKind, TaskStatus } from './taskStateMachine.mts';

const NOT_QUEUED = refusalOf(30036);
const NOT_RUNNING = refusalOf(30038);
const STATUS_CHANGED = refusalOf(30047);

const STOP_REFUSALS: Readonly<Record<StopKind, Partial<Record<TaskStatus, Refusal>>>> = {
	cancel: {
		Preparing: NOT_QUEUED,
		Running: NOT_QUEUED,
		Success: STATUS_CHANGED,
		Failed: STATUS_CHANGED,
	},
	interrupt: {
		Queuing: NOT_RUNNING,
		Preparing: NOT_RUNNING,
		Success: STATUS_CHANGED,
		Failed: STATUS_CHANGED,
		Canceled: STATUS_CHANGED,
	},
};

/** Why a task in `status` cannot be stopped in this way; undefined when it can. */
export function stopRefusal(by: StopKind, status: TaskStatus): Refusal | undefined {
	return STOP_REFUSALS[by][status];
}
