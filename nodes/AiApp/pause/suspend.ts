import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	AiAppError,
	type Client,
	type Clock,
	describeStop,
	collectResults,
	type TaskRef,
	type Progress,
	say,
	stopTask,
	type CompletedTask,
} from '../../../client/index';
import type { Hints } from '../io/executionHints';
import { withPairedItem } from '../io/items/items';
import { failedMeanwhile, limitPassedJson, pausedItem } from '../io/items/pausedItems';
import { itemsAfter, tasksOf } from './resumedItems';
import type { Pause } from './pause';
import { writeState, type PausedItem, type PauseState } from './state';

/** n8n refuses callbacks of a run that does not sleep yet; the service repeats them for a minute. */
const CALLS_REPEATED_FOR_MS = 30_000;
/** n8n takes up about two resumes a second, and looks into each callback one after the other. */
const MANY_TASKS = 20;

/** What sleeping takes of an execution. */
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
 * Puts the execution to sleep until its tasks have ended or the limit has passed, and returns what
 * the editor shows meanwhile; the finished items when there is nothing left to sleep for.
 * @param mayHaveEnded whether to look before sleeping: nobody calls for what has ended before
 * @param known ends that are known already
 * @throws AiAppError kind `execution_stopped` when the execution was canceled before it slept
 */
export async function suspend(
	ports: SuspendPorts,
	awaited: readonly PausedItem[],
	mayHaveEnded: boolean,
	known: Map<string, CompletedTask>,
): Promise<INodeExecutionData[]> {
	const { ctx, clock, signal, client } = ports;
	const pause = ports.pause();
	const tasks = tasksOf(awaited);
	if (signal?.aborted) throw await stopped(ports, tasks, pause);
	const state = stateOf(ports, awaited, pause);
	if (mayHaveEnded || clock.now() - pause.openedAt > CALLS_REPEATED_FOR_MS) {
		const found = await collectResults({ tasks: client.tasks, clock }, tasks, { known, signal });
		if (found.all === 'ended') return inOrder(itemsAfter(state, found.ends));
	}
	hintAtMany(ports, tasks.length);
	writeState(ctx, state);
	leaveForTheLimit(ports, state);
	ctx.setMetadata({ resumeUrl: pause.resumeUrl });
	await ctx.putExecutionToWait(new Date(clock.now() + pause.limitMs));
	return inOrder(
		awaited.map((each) => ('task' in each ? pausedItem(each.task) : failedMeanwhile(each.failed))),
	);
}

function stateOf({ ctx }: SuspendPorts, awaited: readonly PausedItem[], pause: Pause): PauseState {
	const { key, executionId, run, simplify } = pause;
	const hasErrorOutput = ctx.getNode().onError === 'continueErrorOutput';
	return { key, executionId, run, awaited, simplify, hasErrorOutput };
}

/**
 * When the limit has passed, n8n hands on the input items themselves. They are given new JSON, not
 * changed: the nodes before this one share the old one.
 */
function leaveForTheLimit({ ctx }: SuspendPorts, { awaited, hasErrorOutput }: PauseState): void {
	const items = ctx.getInputData();
	const entry = ctx.getExecuteData();
	// With Execute Once n8n keeps the items that the node never saw, and would hand them on as well.
	if (ctx.getNode().executeOnce) entry.data = { ...entry.data, main: [items] };
	awaited.forEach((each, itemIndex) => {
		const item = items[itemIndex];
		if (!item) return;
		item.json = 'task' in each ? limitPassedJson(each.task, hasErrorOutput) : each.failed;
		delete item.binary;
	});
}

/** Nobody would wait for these tasks any more. */
async function stopped(
	{ client, clock, progress }: SuspendPorts,
	tasks: readonly TaskRef[],
	{ interruptRunning }: Pause,
): Promise<AiAppError> {
	const ports = { tasks: client.tasks, clock };
	const sentences = await Promise.all(
		tasks.map(async ({ requestId }) => {
			const outcome = await stopTask(ports, requestId, { interruptRunning });
			const sentence = describeStop(requestId, outcome);
			progress.note(say`${sentence}`, { requestId });
			return sentence.replace(/\.$/, '');
		}),
	);
	return new AiAppError('execution_stopped', say`The execution was canceled. ${sentences}.`);
}

function hintAtMany({ hints }: SuspendPorts, count: number): void {
	if (count <= MANY_TASKS) return;
	hints.add(
		say`${count} tasks call this execution back. Above ${MANY_TASKS}, Wait for Result is easier on n8n.`,
	);
}

function inOrder(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	return items.flatMap((item, itemIndex) => withPairedItem([item], itemIndex));
}
