import { serviceError, type ServiceError } from '../errors/errorCodes.mts';
import type { TaskPlan } from './taskPlan.mts';

export type TaskStatus = 'Queuing' | 'Preparing' | 'Running' | 'Success' | 'Failed' | 'Canceled';
export type StopKind = 'cancel' | 'interrupt';
export type Stop = { readonly by: StopKind; readonly at: number };

/** Everything that the status of a task depends on, besides the time. */
export type TaskCourse = {
	readonly plan: TaskPlan;
	readonly createdAt: number;
	readonly stop?: Stop;
};

/** The status of a task at one moment. Times are epoch ms and absent until reached. */
export type TaskState = {
	readonly status: TaskStatus;
	readonly updatedAt: number;
	readonly executedAt?: number;
	readonly runningAt?: number;
	readonly endedAt?: number;
};

/** Time between an interrupt and the end of the task. */
const INTERRUPT_MS = 200;

/** The status of a task at `now`: a pure function, so no timer has to advance it. */
export function stateAt(course: TaskCourse, now: number): TaskState {
	const end = endOf(course);
	const reached = (milestone: number) => (milestone <= Math.min(now, end) ? milestone : undefined);
	const executedAt = reached(course.createdAt + course.plan.queuingMs);
	const runningAt = reached(course.createdAt + course.plan.queuingMs + course.plan.preparingMs);
	const endedAt = reached(end);
	const updatedAt = endedAt ?? runningAt ?? executedAt ?? course.createdAt;
	const status = endedAt === undefined ? phase(executedAt, runningAt) : finalStatus(course);
	return { status, updatedAt, executedAt, runningAt, endedAt };
}

/** When a task finishes or finished (epoch ms), unless it is stopped later. */
export function endOf({ plan, createdAt, stop }: TaskCourse): number {
	if (stop) return stop.by === 'cancel' ? stop.at : stop.at + INTERRUPT_MS;
	return createdAt + plan.queuingMs + plan.preparingMs + plan.runningMs;
}

function finalStatus({ plan, stop }: TaskCourse): TaskStatus {
	return stop ? 'Canceled' : plan.outcome;
}

function phase(executedAt: number | undefined, runningAt: number | undefined): TaskStatus {
	if (runningAt !== undefined) return 'Running';
	return executedAt === undefined ? 'Queuing' : 'Preparing';
}

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
