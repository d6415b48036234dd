import { reword, settle, type Settled } from '../settle';
import { endedUnnamed } from '../api/lifecycle';
import { isContentRejection } from '../api/reason';
import { AiAppError } from '../errors/AiAppError';
import type { ErrorKind } from '../errors/kinds';
import type { Deadline } from '../resilience/deadline';
import { isNotFound, repeat, retry } from '../resilience/retry';
import { toldSeconds } from './course';
import type { TaskOutput } from '../api/taskOutputs';
import type { Tasks } from '../api/tasks';
import type { EndedTask, TaskResult } from '../api/taskResult';
import { afterBilled, say } from '../parsing/say';
import { LATE_OUTPUTS_MS } from '../resilience/timeLimits';

/** How a task ended: its result, and the error if it isn't a success. */
export type CompletedTask = { readonly result: TaskResult; readonly outcome: Settled<TaskResult> };

type ReadEnd = {
	readonly deadline: Deadline;
	readonly signal: AbortSignal | undefined;
	/**
	 * Outputs that came with the news of its end. If one of them is usable, no others are
	 * requested.
	 */
	readonly reported?: readonly TaskOutput[] | undefined;
};

/**
 * Reads the outputs of an ended task and decides how it ended, for everything that sees a task end.
 * @throws AiAppError that knows its status, because the task is finished and charged
 */
export async function readEnd(
	tasks: Pick<Tasks, 'result'>,
	ended: EndedTask,
	{ deadline, reported = [], signal }: ReadEnd,
): Promise<CompletedTask> {
	const known = { ...ended, outputs: reported };
	if (reported.some(({ ok }) => ok)) return completed(known);
	const read = await reword(
		() => readResult(tasks, ended, deadline, signal),
		(error) => error.about({ status: ended.task.status }),
	);
	return completed(read && read.outputs.length > 0 ? read : known);
}

/** Decides how a task ended, by its record and the outputs that are known. */
export function completed(ended: TaskResult): CompletedTask {
	const result = decideEnd(ended);
	const error = errorOfEnd(result);
	return { result, outcome: error ? { ok: false, error } : { ok: true, value: result } };
}

/** @throws AiAppError kind `failed`, `canceled`, `content_rejected`, `output_failed` or `empty_output` */
export function resultOf({ outcome }: CompletedTask): TaskResult {
	if (outcome.ok) return outcome.value;
	throw outcome.error;
}

/**
 * Reads the outputs of an ended task. If they are late, the list is empty or isn't found, and is
 * read again. The outputs of a failed task can only say why it failed, so they are read once.
 */
async function readResult(
	tasks: Pick<Tasks, 'result'>,
	ended: EndedTask,
	deadline: Deadline,
	signal: AbortSignal | undefined,
): Promise<TaskResult | undefined> {
	const { status } = ended.task;
	if (status === 'Canceled') return undefined;
	const readOnce = () => tasks.result(ended, signal);
	if (status === 'Failed') {
		const read = await settle(readOnce);
		return read.ok ? read.value : undefined;
	}
	return repeat(() => retry(readOnce, deadline, signal), {
		clock: deadline.clock,
		signal,
		pauseMs(read, n) {
			const mayBeLate = read.ok ? read.value.outputs.length === 0 : isNotFound(read);
			return mayBeLate ? LATE_OUTPUTS_MS[n - 1] : undefined;
		},
	});
}

/** The error of a result that isn't a success; undefined if at least one output is usable. */
function errorOfEnd(result: TaskResult): AiAppError | undefined {
	const { task, outputs, requestId, appId } = result;
	const billedSeconds = toldSeconds(task);
	const isRejected = outputs.some(({ rejected }) => rejected);
	const complain = (kind: ErrorKind, what: string, why?: string) => {
		const details = { requestId, appId, status: task.status, billedSeconds };
		return why
			? new AiAppError(kind, say`${what}: ${{ foreign: why }} (request ID ${requestId})`, details)
			: new AiAppError(kind, say`${what} (request ID ${requestId})`, details);
	};

	if (task.status === 'Canceled')
		return complain('canceled', afterBilled('The task was canceled', billedSeconds));
	if (task.status !== 'Success' && !endedUnnamed(task))
		return isRejected || isContentRejection(task.message)
			? complain('content_rejected', 'The content check rejected the task', task.message)
			: complain('failed', 'The task failed', task.message);
	if (outputs.some(({ ok }) => ok)) return undefined;
	if (outputs.length === 0) return complain('empty_output', 'The task finished without any output');
	const why = outputs.map(({ message, errorType }) => message ?? errorType).find(Boolean);
	return isRejected
		? complain('content_rejected', 'The content check rejected the outputs', why)
		: complain('output_failed', 'The task finished, but none of its outputs is usable', why);
}

/**
 * Replaces an unknown status with Success or Failed, as the outputs show. Without outputs or a
 * reason, the status stays, because the outputs may be late. A failed task gets the most telling
 * reason.
 */
function decideEnd(result: TaskResult): TaskResult {
	const { task, outputs } = result;
	const isUnnamed = endedUnnamed(task);
	if (isUnnamed && outputs.length === 0 && task.message === undefined) return result;
	if (isUnnamed && outputs.some(({ ok }) => ok))
		return { ...result, task: { ...task, status: 'Success', message: undefined } };
	if (!isUnnamed && task.status !== 'Failed') return result;
	const message = whyFailed(result) ?? (isUnnamed ? task.status : undefined);
	return { ...result, task: { ...task, status: 'Failed', message } };
}

/** The record of a failed task often says only that it failed; its outputs may say more (spec: Errors). */
function whyFailed({ task, outputs }: TaskResult): string | undefined {
	const unusable = outputs.filter(({ ok }) => !ok);
	const reasons = [task.message, ...unusable.map(({ message }) => message)];
	const codes = unusable.map(({ errorType }) => errorType);
	const [longest] = reasons
		.filter((reason) => reason !== undefined)
		.sort((one, other) => other.length - one.length);
	return [...reasons, ...codes].find(isContentRejection) ?? longest ?? codes.find(Boolean);
}
