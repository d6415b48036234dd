import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	CALLBACK_BUDGET_MS,
	type AiAppError,
	type Client,
	type Clock,
	collectResults,
	deadlineIn,
	type Progress,
	say,
	stopTasks,
	type CompletedTask,
	type SentTask,
	type TaskRef,
} from '../../../client/index';
import type { Hints } from '../io/executionHints';
import { withPairedItem } from '../io/items/plainItems';
import {
	failedWhilePaused,
	pausedItem,
	timedOutJson,
	withoutTaskJson,
} from '../io/items/pausedItems';
import { MINUTE_MS } from '../parameters/readParameter';
import { SHORTEST_PAUSE_MINUTES } from '../parameters/waitOptions';
import type { Pause } from './openPause';
import { withRequestIds } from './pause.description';
import { awaitedTasks, itemsAfter, writeState, type PausedItem, type PauseState } from './state';

/** n8n rejects callbacks before an execution is paused; the service repeats them for a minute. */
const CALLS_REPEATED_FOR_MS = 30_000;
/**
 * With more tasks, a pause burdens n8n, which loads the whole paused execution for each callback.
 */
const MANY_TASKS = 20;

/** A task that the node created and doesn't wait for. It is stopped if the execution is. */
export type LeftTask = {
	readonly task: TaskRef;
	/** The tasks that earlier attempts have sent for the same work. */
	readonly earlier: readonly SentTask[];
	/** Whether the execution pauses for it. */
	readonly isAwaited: boolean;
	/** Whether an earlier attempt has created it. */
	readonly attached: boolean;
	/** Its result, if it is already finished. */
	readonly end?: CompletedTask | undefined;
};

/** What a pause needs from its execution. */
type SuspendPorts = {
	readonly ctx: IExecuteFunctions;
	readonly client: Pick<Client, 'tasks'>;
	readonly clock: Clock;
	readonly progress: Progress;
	readonly hints: Pick<Hints, 'add'>;
	readonly signal: AbortSignal | undefined;
	readonly pause: () => Pause;
};

/**
 * Pauses the execution until its tasks are finished or the max wait time is over, and returns the
 * items that the editor shows until then; the finished items if nothing is left to wait for.
 * @param left its tasks. Finished ones send no more callbacks, so they are checked first
 * @throws AiAppError kind `execution_stopped` if the execution was stopped before it paused
 */
export async function suspend(
	ports: SuspendPorts,
	awaited: readonly PausedItem[],
	left: readonly LeftTask[],
): Promise<INodeExecutionData[]> {
	const { ctx, clock, signal, client } = ports;
	const pause = ports.pause();
	const tasks = awaitedTasks(awaited);
	const known = new Map(left.flatMap(({ task, end }) => (end ? [[task.requestId, end]] : [])));
	const mayBeFinished = known.size > 0 || left.every(({ attached }) => attached);
	const { key, executionId, run, simplify } = pause;
	const hasErrorOutput = ctx.getNode().onError === 'continueErrorOutput';
	const state = { key, executionId, run, awaited, simplify, hasErrorOutput };
	if (mayBeFinished || clock.now() - pause.openedAt > CALLS_REPEATED_FOR_MS) {
		const found = await collectResults(client, tasks, {
			known,
			signal,
			deadline: deadlineIn(clock, CALLBACK_BUDGET_MS),
		});
		if (found.all === 'ended') return paired(itemsAfter(state, found.ends));
	}
	if (signal?.aborted) throw await stopLeft(ports, left);
	if (tasks.length > MANY_TASKS)
		ports.hints.add(
			say`This execution waits for ${tasks.length} callbacks. With more than ${MANY_TASKS} tasks, 'Wait for Result' puts less load on n8n.`,
		);
	writeState(ctx, state);
	prepareTimeout(ports, state);
	const ids = tasks.map(({ requestId }) => requestId);
	ctx.setMetadata({ resumeUrl: withRequestIds(pause.resumeUrl, ids) });
	const leftMs = pause.openedAt + pause.limitMs - clock.now();
	const pauseMs = Math.max(leftMs, SHORTEST_PAUSE_MINUTES * MINUTE_MS);
	await ctx.putExecutionToWait(new Date(clock.wallNow() + pauseMs));
	return paired(
		awaited.map((each) => ('task' in each ? pausedItem(each.task) : failedWhilePaused(each))),
	);
}

/**
 * When the max wait time is over, n8n passes on the input items themselves. They get new JSON
 * objects: the nodes before this one share the old ones.
 */
function prepareTimeout({ ctx }: SuspendPorts, { awaited, hasErrorOutput }: PauseState): void {
	const items = ctx.getInputData();
	const entry = ctx.getExecuteData();
	// With Execute Once, n8n keeps the items that the node never saw and would pass them on too.
	if (ctx.getNode().executeOnce) entry.data = { ...entry.data, main: [items] };
	awaited.forEach((each, itemIndex) => {
		const item = items[itemIndex];
		if (!item) return;
		item.json =
			'task' in each
				? timedOutJson(each.task, each.earlier, hasErrorOutput)
				: withoutTaskJson(each, hasErrorOutput);
		delete item.binary;
	});
}

/** Stops tasks of a stopped execution: nothing would wait for them any more. */
export function stopLeft(
	{ client, clock, progress }: Pick<SuspendPorts, 'client' | 'clock' | 'progress'>,
	left: readonly LeftTask[],
): Promise<AiAppError> {
	const running = left.filter(({ end }) => end === undefined);
	const ports = { tasks: client.tasks, clock, progress };
	return stopTasks(
		ports,
		running.map(({ task }) => task),
	);
}

function paired(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	return items.flatMap((item, itemIndex) => withPairedItem([item], itemIndex));
}
