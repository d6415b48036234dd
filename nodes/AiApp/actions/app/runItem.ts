import {
	createAppTask,
	endOf,
	runAndWait,
	type AppTaskOptions,
	type AppTaskRequest,
	type Callback,
	type CreatedOnce,
	type SpendingLimits,
	type TaskRef,
	type CompletedTask,
	type WaitOptions,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { createdItem } from '../../io/items/items';
import { taskItems, type ItemShape } from '../../io/items/taskItems';
import { deliverResult } from '../../io/binary/downloadOutputs';
import { readFlag } from '../../io/readParameter';
import type { ItemResult } from '../../execution/operation';
import { readResultOptions, type ResultOptions } from '../parameters/resultOptions';
import { readWaitOptions } from '../parameters/waitOptions';
import { readTask, type GivenTask } from './givenTask';
import { checkTask, readForm, type CheckedTask } from './prepareTask';
import { readCallback } from './readCallback';
import { readLimits } from './spendingOptions';

/** The service asks clients to keep a connection open for at least this long (spec: Limits). */
const MIN_KEEP_OPEN_MS = 60_000;

/** Everything that the user set for one item, read before any task is created. */
export type Run = {
	readonly itemIndex: number;
	readonly waitMode: string;
	readonly given: GivenTask;
	readonly wait: WaitOptions;
	readonly limits: SpendingLimits;
	/** How long to retry if the app can't be read. */
	readonly retryForMs: number;
	readonly delivery: ResultOptions;
	/** The callback to the Callback URL. */
	readonly callback: Callback | undefined;
	readonly retryUnconfirmed: boolean;
	readonly suppressPreviewOutput: boolean;
};

/** @throws AiAppError kind `input`, also if the webhook URL of this n8n instance looks private */
export async function readRun(context: ExecutionContext, itemIndex: number): Promise<Run> {
	const waitMode = readWaitMode(context);
	const pause = waitMode === 'pause' ? context.pause() : undefined;
	const createsOnly = waitMode === 'none' || waitMode === 'callback';
	const wait = readWaitOptions(context, itemIndex, { limitMs: pause?.limitMs, createsOnly });
	const { maxRunMs, spending: limits } = readLimits(context, itemIndex);
	const notifies = waitMode === 'callback';
	return {
		itemIndex,
		waitMode,
		wait: { ...wait, maxRunMs },
		limits,
		retryForMs: wait.maxWaitMs,
		callback: notifies ? readCallback(context, itemIndex) : undefined,
		given: await readTask(context, itemIndex),
		delivery: readResultOptions(context, itemIndex),
		retryUnconfirmed: readFlag(context.ctx, itemIndex, 'retryUnconfirmed'),
		suppressPreviewOutput: readFlag(context.ctx, itemIndex, 'suppressPreviewOutput'),
	};
}

/**
 * Creates the task of an item and waits for its result, if asked to. Creates one task at most.
 * @param key its place in the ledger
 * @param checked the values to send; undefined if an earlier attempt may have created the task
 */
export async function runTask(
	context: ExecutionContext,
	run: Run,
	key: string,
	checked?: CheckedTask,
): Promise<ItemResult> {
	const { ports, appName } = context;
	const { given, wait, itemIndex } = run;
	const { appId } = given;
	const named = <Task extends TaskRef>(task: Task): Task => ({ ...task, appName: appName(appId) });
	const pause = run.waitMode === 'pause' ? context.pause() : undefined;
	// The callback of a task of another execution goes to that one, so such a task is polled instead.
	const pauses = pause && (pause.isContinued || !context.ledger.read(key));
	const waitMode = pause && !pauses ? 'poll' : run.waitMode;
	const attempt: AppTaskOptions = {
		key,
		appId,
		prepare: () => requestOf(context, run, checked, pauses && pauseCallback(context, itemIndex)),
		holdMs: waitMode === 'keepOpen' ? Math.max(wait.maxWaitMs, MIN_KEEP_OPEN_MS) : undefined,
		retryForMs: wait.maxWaitMs,
		limits: run.limits,
		retryUnconfirmed: run.retryUnconfirmed,
		signal: context.signal,
	};

	if (waitMode === 'none' || waitMode === 'callback' || pauses) {
		const task = await createAppTask(ports, attempt);
		const created = unawaited(named({ ...task, appId }), run.delivery);
		return { items: created.items, delivers: [key], ...(pauses && { awaits: created.awaits }) };
	}
	const { finished, result } = await runAndWait(ports, attempt, wait);
	const known = named(result);
	// A retry waits for a task that keeps running, and doesn't pay for it again.
	const delivers = finished ? [key] : [];
	if (pause) return { items: [createdItem(known)], delivers, awaits: awaited(known, true) };
	const items = await deliverResult(context, known, run.delivery);
	return { items, delivers, task: result.task };
}

/** A task that is not waited for; with its result if the service kept the connection open unasked. */
function unawaited({ held, attached, ...created }: CreatedOnce & TaskRef, shape: ItemShape) {
	const { appId, appName, requestId, seeds } = created;
	const task = { appId, appName, requestId, seeds };
	if (!held) return { items: [createdItem(task)], awaits: awaited(task, attached) };
	const result = { ...task, task: held.task, outputs: held.outputs };
	return { items: taskItems(result, [], shape), awaits: awaited(task, attached, endOf(result)) };
}

function awaited(
	{ requestId, appId, appName, seeds }: TaskRef,
	attached: boolean,
	end?: CompletedTask,
) {
	return { task: { requestId, appId, appName, seeds }, attached, end };
}

/** One mode for all items, because the execution pauses for them together. For an agent the node always waits. */
function readWaitMode({ ctx, isTool }: ExecutionContext): string {
	const waitMode = String(ctx.getNodeParameter('waitMode', 0, 'poll'));
	return isTool && waitMode === 'pause' ? 'poll' : waitMode;
}

/** The URL itself proves who calls, so the callback token isn't sent. */
function pauseCallback({ pause }: ExecutionContext, itemIndex: number): Callback {
	return { url: pause().callbackUrl(itemIndex), token: undefined, headers: [] };
}

async function requestOf(
	context: ExecutionContext,
	{ given, callback, retryForMs, suppressPreviewOutput }: Run,
	checked: CheckedTask | undefined,
	ofPause: Callback | false | undefined,
): Promise<AppTaskRequest> {
	const { appId } = given;
	const { inputValues, seeds } =
		checked ?? checkTask(context, given, await readForm(context, appId, retryForMs));
	return {
		...{ appId, seeds, suppressPreviewOutput },
		inputValues: await inputValues(),
		callback: ofPause || callback,
	};
}
