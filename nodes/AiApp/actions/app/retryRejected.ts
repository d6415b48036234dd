import {
	AiAppError,
	counted,
	runAndWait,
	say,
	settle,
	type AppTaskOptions,
	type TaskResult,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { checkTask, readForm, type CheckedTask } from './prepareTask';
import type { Run } from './readRun';

/** A task whose result the content check rejected. */
export type Rejected = { readonly requestId: string; readonly billedSeconds: number };

export type RunEnd = {
	readonly finished: boolean;
	readonly result: TaskResult;
	readonly rejected: readonly Rejected[];
};

/**
 * Creates the task of an item and waits for its end. As often as Retry Rejected Results allows, a
 * rejected task is followed by one with other seeds.
 * @param attemptWith what is sent, for these checked values
 */
export async function runUntilAccepted(
	context: ExecutionContext,
	run: Run,
	attemptWith: (checked: CheckedTask | undefined) => AppTaskOptions,
	checked: CheckedTask | undefined,
): Promise<RunEnd> {
	const rejected: Rejected[] = [];
	let task = checked;
	for (;;) {
		const attempt = attemptWith(task);
		const end = await settle(() => runAndWait(context.ports, attempt, run.wait));
		if (end.ok) return { ...end.value, rejected };
		const next = await withOtherSeeds(context, run, end.error, rejected.length);
		if (!next) throw withRejected(end.error, rejected);
		rejected.push(rejectedIn(end.error));
		task = next;
	}
}

/** The task to create in place of a rejected one; undefined if there is to be none. */
async function withOtherSeeds(
	context: ExecutionContext,
	{ given, repeats, retryForMs }: Run,
	error: unknown,
	retries: number,
): Promise<CheckedTask | undefined> {
	const isRejected = error instanceof AiAppError && error.kind === 'content_rejected';
	if (!isRejected || retries >= repeats.retryRejected || context.signal?.aborted) return undefined;
	const form = await readForm(context, given.appId, retryForMs);
	const task = checkTask(context, { ...given, redrawsSeeds: true }, form);
	return Object.keys(task.seeds).length > 0 ? task : undefined;
}

function rejectedIn(error: unknown): Rejected {
	const { requestId = '', billedSeconds = 0 } = error instanceof AiAppError ? error.details : {};
	return { requestId, billedSeconds };
}

export function billedFor(rejected: readonly Rejected[]): number {
	return rejected.reduce((sum, { billedSeconds }) => sum + billedSeconds, 0);
}

function withRejected(error: unknown, rejected: readonly Rejected[]): unknown {
	if (!(error instanceof AiAppError) || rejected.length === 0) return error;
	const rejectedIds = rejected.map(({ requestId }) => requestId);
	const totalBilledSeconds = billedFor([...rejected, rejectedIn(error)]);
	return error
		.about({ rejectedIds, totalBilledSeconds })
		.advising(
			say`Before this, the content check rejected ${counted(rejected.length, 'task')} of this item: ${rejectedIds}. You may be charged.`,
		);
}
