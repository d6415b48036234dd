import type { RequestRecord, TaskRecord } from '../../../emulator/index.mts';
import { CALM, type Witness } from './live.mts';

/** How a task went, by the service's own records. */
export type TaskCourse = {
	readonly task: TaskRecord;
	readonly create: RequestRecord | undefined;
	readonly outputs: string;
	/** When it leaves the queue by itself. */
	readonly preparingAt: number;
	readonly runningAt: number;
	readonly endedAt: number;
	/** Of a finished task. */
	readonly billedSeconds: number;
	/** What its records tell of that. */
	readonly toldSeconds: number | undefined;
	readonly expiresAt: number;
	/** Requests about it, without its create. */
	readonly requests: readonly RequestRecord[];
};

/** The service bills so much of the time that a task ran. */
const BILLED_PART = 0.8;

/** The tasks of a day, in the order of their creation, which is that of the day's plans. */
export function coursesOf({ day, tasks, requests, creates }: Witness): readonly TaskCourse[] {
	return tasks.map((task, index) => {
		const plan = { ...CALM, expiresAfterMs: undefined, ...day.plans[index] };
		const preparingAt = task.createdAt + plan.queuingMs;
		const runningAt = preparingAt + plan.preparingMs;
		const endedAt = task.finishedAt ?? Infinity;
		const isUntold = task.status === 'Failed' || (day.untoldSeconds && task.status !== 'Success');
		const ranMs = task.status === 'Failed' ? 0 : Math.max(endedAt - runningAt, 0);
		const billedSeconds = Math.round(ranMs * BILLED_PART) / 1_000;
		return {
			task,
			create: creates.find(({ requestId }) => requestId === task.requestId),
			outputs: plan.outputs,
			...{ preparingAt, runningAt, endedAt },
			billedSeconds,
			toldSeconds: isUntold ? undefined : billedSeconds,
			expiresAt: task.createdAt + (plan.expiresAfterMs ?? Infinity),
			requests: requests.filter(
				({ requestId, operation }) => requestId === task.requestId && operation !== 'create',
			),
		};
	});
}

/** Whether a task was finished at a time, without a usable result. */
export function isSpent({ task, endedAt, outputs }: TaskCourse, at: number): boolean {
	if (endedAt > at) return false;
	return task.status !== 'Success' || outputs === 'rejected' || outputs === 'error';
}

/** Whether a request told, undisturbed, how far its task was. */
export function isAnswered({ operation, status, fault }: RequestRecord): boolean {
	return operation === 'status' && status === 200 && fault === undefined;
}
