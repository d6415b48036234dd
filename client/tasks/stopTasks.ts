import type { TaskRef } from '../api/taskResult';
import { phaseOf } from '../api/lifecycle';
import { AiAppError, executionCanceled } from '../errors/AiAppError';
import { kindOf } from '../errors/kinds';
import { say } from '../parsing/say';
import type { Progress } from '../ports';
import { runAll } from '../resilience/pool';
import { stopTask, type Stopped, type StopPorts } from './stop';
import { watchAlone, type Watch } from './course';
import { describeStop, isAtEnd, lookAfterStop } from './stopThenLook';

type TaskToStop = Pick<TaskRef, 'of' | 'requestId'> & {
	/** Learns what is seen of it. */
	readonly watch?: Watch;
};

/** Each stop takes a few requests, and an execution may leave thousands of tasks. */
const STOPPED_AT_ONCE = 10;

/**
 * Stops tasks because their execution was stopped, and logs what became of each.
 * @returns why the node has no result: what became of the task, or which of several may still run
 */
export async function stopTasks(
	ports: StopPorts & { readonly progress: Pick<Progress, 'note'> },
	tasks: readonly TaskToStop[],
): Promise<AiAppError> {
	// All tasks are stopped before any record is read: reading takes time, and tasks would run on.
	const watched = tasks.map((task) => ({
		watch: watchAlone(ports.clock),
		interruptRunning: true,
		...task,
	}));
	const stops = await runAll(watched, STOPPED_AT_ONCE, async (task) => {
		const running: Stopped = { how: 'still_running', status: task.watch.course().status };
		const stopped = task.of === 'model' ? running : await stopTask(ports, task.requestId, task);
		return { ...task, stopped };
	});
	const stopped = stops.flatMap((stop) => (stop.ok ? [stop.value] : []));
	const outcomes = await runAll(stopped, STOPPED_AT_ONCE, async ({ requestId, ...task }) => {
		const end = await lookAfterStop(ports, requestId, task.stopped, task);
		const sentence = describeStop(requestId, end);
		ports.progress.note(say`${sentence}`, { requestId }, end.cost);
		return { ...end, requestId, sentence };
	});
	const ends = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
	const [only] = ends;
	const of = tasks[0]?.of;
	if (only && ends.length === 1)
		return new AiAppError('execution_stopped', say`The execution was canceled. ${only.sentence}`, {
			...{ of, reason: of === 'model' ? 'runningOn' : undefined },
			...{ cost: only.cost, status: only.status },
		});
	const running = ends.flatMap((end) => (isAtEnd(end) ? [] : end.requestId));
	return executionCanceled({
		reason: 'severalTasks',
		runningIds: running.length > 0 ? running : undefined,
	});
}

/**
 * Logs that a task may run on although its item has ended: nobody sees the item if the execution is
 * stopped later.
 */
export function noteRunning(
	progress: Pick<Progress, 'note'>,
	requestId: string,
	{ kind, details, message }: AiAppError,
): void {
	const { stoppedBy, status = '' } = details;
	if (stoppedBy || kindOf(kind).spendsTask || phaseOf(status) === 'ended') return;
	// `stopTasks` has logged what became of it.
	if (kind === 'execution_stopped') return;
	progress.note(say`Task ${requestId} may still be running: ${message}`, { requestId });
}
