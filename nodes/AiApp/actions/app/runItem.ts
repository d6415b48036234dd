import {
	createAppTask,
	endOf,
	type AppTaskOptions,
	type AppTaskRequest,
	type Callback,
	type CreatedOnce,
	type TaskRef,
	type CompletedTask,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { createdItem } from '../../io/items/items';
import { taskItems, type ItemShape } from '../../io/items/taskItems';
import { withExtras } from '../../io/items/taskExtras';
import type { ItemResult } from '../../execution/operation';
import { deliverRun } from './deliverRun';
import { checkTask, readForm, type CheckedTask } from './prepareTask';
import type { Run } from './readRun';
import { runUntilAccepted } from './retryRejected';
import { reuseOr } from './reuse';

/** The service asks clients to keep a connection open for at least this long (spec: Limits). */
const MIN_KEEP_OPEN_MS = 60_000;

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
	const attemptWith = (task: CheckedTask | undefined): AppTaskOptions => ({
		key,
		appId,
		prepare: () => requestOf(context, run, task, pauses && pauseCallback(context, itemIndex)),
		holdMs: waitMode === 'keepOpen' ? Math.max(wait.maxWaitMs, MIN_KEEP_OPEN_MS) : undefined,
		retryForMs: wait.maxWaitMs,
		limits: run.limits,
		retryUnconfirmed: run.retryUnconfirmed,
		signal: context.signal,
	});

	if (waitMode === 'none' || waitMode === 'callback' || pauses) {
		const task = await createAppTask(ports, attemptWith(checked));
		const { items, awaits } = unawaited(named({ ...task, appId }), run.delivery);
		const varied = withExtras(items, { variation: run.variation });
		return { items: varied, delivers: [key], ...(pauses && { awaits }) };
	}

	async function runAnew() {
		const end = await runUntilAccepted(context, run, attemptWith, checked);
		const result = named(end.result);
		// A retry waits for a task that keeps running, and doesn't pay for it again.
		const delivers = end.finished ? [key] : [];
		if (pause) {
			const items = [createdItem(result)];
			return { end, result: { items, delivers, awaits: awaited(result, true) } };
		}
		const delivered = await deliverRun(context, run, { ...end, result });
		return { end, result: { ...delivered, delivers } };
	}
	return reuseOr(context, run, checked, runAnew);
}

/** A task that is not waited for; with its result if the service kept the connection open unasked. */
function unawaited({ held, attached, ...created }: CreatedOnce & TaskRef, shape: ItemShape) {
	const { appId, appName, requestId, seeds } = created;
	const task = { appId, appName, requestId, seeds };
	const items = [createdItem(task, shape.inputFields)];
	if (!held) return { items, awaits: awaited(task, attached) };
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
