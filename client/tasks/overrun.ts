import { settle, type Settled } from '../settle';
import { hasEnded } from '../api/lifecycle';
import type { TaskStatus } from '../api/taskStatus';
import { AiAppError } from '../errors/AiAppError';
import { MAY_BE_CHARGED, PAYS_FOR_TIME } from '../errors/money';
import { say } from '../parsing/say';
import { repeat } from '../resilience/retry';
import { STOPPED_RECORD_MS } from '../resilience/timeLimits';
import { stopTask, type Stopped, type StopPorts } from './stop';

/** The record of a task that was stopped, with what it was billed; undefined if it isn't final yet. */
export async function readStopped(
	{ tasks, clock }: StopPorts,
	requestId: string,
): Promise<TaskStatus | undefined> {
	const read = () => tasks.status(requestId);
	const pauseMs = (status: Settled<TaskStatus>, n: number) =>
		isFinal(status) ? undefined : STOPPED_RECORD_MS[n - 1];
	const last = await settle(() => repeat(read, { clock, pauseMs }));
	return isFinal(last) ? last.value : undefined;
}

function isFinal(status: Settled<TaskStatus>): status is { ok: true; value: TaskStatus } {
	return status.ok && hasEnded(status.value);
}

/** How a task ended that reached Max Run Time. */
export type Overrun = { readonly stopped: Stopped; readonly task: TaskStatus | undefined };

/** Interrupts a task that has run for too long. It may have finished at that very moment. */
export async function interruptOverrun(
	ports: StopPorts,
	requestId: string,
	lastStatus: string | undefined,
): Promise<Overrun> {
	const stopped = await stopTask(ports, requestId, { interruptRunning: true, lastStatus });
	const task = stopped.how === 'still_running' ? undefined : await readStopped(ports, requestId);
	return { stopped, task };
}

/** Why an item whose task was interrupted has no result. */
export function overran(
	requestId: string,
	{ stopped, task }: Overrun,
	maxRunMs: number,
): AiAppError {
	const isStopped = stopped.how !== 'still_running';
	const seconds = Math.round(maxRunMs / 100) / 10;
	return new AiAppError(
		'budget',
		isStopped
			? say`The task ran longer than ${seconds} seconds and was interrupted (request ID ${requestId})`
			: say`The task couldn't be interrupted after ${seconds} seconds (request ID ${requestId})`,
		{
			status: task?.status ?? stopped.status,
			billedSeconds: task?.billedSeconds,
			stoppedBy: isStopped ? 'maxRunTime' : undefined,
		},
		say`Raise 'Max Run Time' under 'Limits' if the app needs longer. ${isStopped ? PAYS_FOR_TIME : `Stop the task with Task: Stop. ${MAY_BE_CHARGED}`}`,
	);
}
