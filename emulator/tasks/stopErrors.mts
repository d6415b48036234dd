import { serviceError, type ServiceError } from '../errors/errorCodes.mts';
import type { StopKind, TaskStatus } from './taskStateMachine.mts';

const NOT_QUEUED = serviceError(30036);
const NOT_RUNNING = serviceError(30038);
const STATUS_CHANGED = serviceError(30047);

const STOP_ERRORS: Readonly<Record<StopKind, Partial<Record<TaskStatus, ServiceError>>>> = {
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

/** Why a task in `status` cannot be canceled or interrupted; undefined when it can. */
export function stopError(by: StopKind, status: TaskStatus): ServiceError | undefined {
	return STOP_ERRORS[by][status];
}
