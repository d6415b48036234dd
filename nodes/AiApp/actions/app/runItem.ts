import type { INodeExecutionData } from 'n8n-workflow';
import {
	createAppTask,
	endOf,
	needsTask,
	runAndWait,
	type AppTaskOptions,
	type AppTaskRequest,
	type Callback,
	type CreatedOnce,
	type TaskRef,
	type TaskResult,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult } from '../../execution/operation';
import { deliverResult } from '../../io/binary/downloadOutputs';
import { createdItem, taskItems, withVariation, type ItemShape } from '../../io/items/taskItems';
import type { LeftTask } from '../../pause/suspend';
import { checkTask, readForm, type CheckedTask } from './prepareTask';
import type { Run } from './readRun';
import { reuseOr, workHashOf } from './reuse';

type HashedRun = Run & { readonly workHash: string | undefined };

/**
 * Creates the task of an item and waits for its result, if asked to.
 * @param key its place in the ledger
 * @param checked the values to send; undefined if an earlier attempt may have created the task
 */
export async function runTask(
	context: ExecutionContext,
	run: Run,
	key: string,
	checked?: CheckedTask,
): Promise<ItemResult> {
	const deadline = context.clock.now() + run.wait.maxWaitMs;
	const pause = run.waitMode === 'pause' ? context.pause() : undefined;
	// The callback of a task of another execution goes to that one, so such a task is polled instead.
	const pauses =
		pause !== undefined &&
		(pause.isContinued || needsTask(context.ledger.read(key), run.retryUnconfirmed));
	const workHash = checked && (await workHashOf(run, checked));
	const attempt = attemptOf(context, { ...run, workHash }, { key, deadline, pauses }, checked);
	if (run.waitMode === 'none' || run.waitMode === 'callback' || pauses) {
		const created = await createAppTask(context.ports, attempt);
		const task = named(context, { ...created, appId: run.inputs.appId });
		const items = itemsOf(task, run.delivery);
		const varied = withVariation(items, run.variation);
		return { items: varied, delivers: [key], leaves: left(run, task, pauses) };
	}
	return reuseOr(context, run, { key, workHash }, async () => {
		const progress = context.stream.progressOf(run, context.appName(run.inputs.appId));
		const ended = await runAndWait({ ...context.ports, progress }, attempt, run.wait);
		const end = { ...ended, result: named(context, ended.result) };
		// A retry waits for a task that keeps running, and doesn't pay for it again.
		const delivers = end.finished ? [key] : [];
		const delivered = pause
			? {
					items: [createdItem(end.result)],
					leaves: left(run, { ...end.result, attached: true }, true),
				}
			: await deliverRun(context, run, end.result);
		return { end, result: { ...delivered, delivers } };
	});
}

/** The items of a task that was waited for, with its files if they are to be downloaded. */
async function deliverRun(
	context: ExecutionContext,
	{ delivery, variation }: Run,
	result: TaskResult,
): Promise<Pick<ItemResult, 'items' | 'result'>> {
	const items = await deliverResult(context, result, { ...delivery, variation });
	return { items: withVariation(items, variation), result };
}

/** What is sent, for these checked values. */
function attemptOf(
	context: ExecutionContext,
	run: HashedRun,
	{ key, deadline, pauses }: { key: string; deadline: number; pauses: boolean },
	checked: CheckedTask | undefined,
): AppTaskOptions {
	const { waitMode, inputs, itemIndex, limits, retryUnconfirmed } = run;
	return {
		...{ itemIndex, key, deadline, limits, retryUnconfirmed },
		appId: inputs.appId,
		prepare: () => requestOf(context, run, checked, pauses && pauseCallback(context, itemIndex)),
		isHeld: waitMode === 'keepOpen',
		signal: context.signal,
	};
}

function named<Task extends TaskRef>({ appName }: ExecutionContext, task: Task): Task {
	return task.appId === undefined ? task : { ...task, appName: appName(task.appId) };
}

/** A task that is not waited for; with its result if the service kept the connection open unasked. */
function itemsOf(created: CreatedOnce & TaskRef, shape: ItemShape): INodeExecutionData[] {
	const { held, ...task } = created;
	return held
		? taskItems({ ...refOf(task), ...held }, [], shape)
		: [createdItem(refOf(task), shape.inputFields)];
}

function left(
	{ wait: { interruptRunning } }: Run,
	{ held, attached, ...created }: TaskRef & Pick<CreatedOnce, 'attached' | 'held'>,
	isAwaited: boolean,
): LeftTask {
	const task = refOf(created);
	return { task, attached, isAwaited, interruptRunning, end: held && endOf({ ...task, ...held }) };
}

function refOf({ requestId, appId, appName, seeds }: TaskRef): TaskRef {
	return { requestId, appId, appName, seeds };
}

/** The URL itself proves who calls, so the callback token isn't sent. */
function pauseCallback({ pause }: ExecutionContext, itemIndex: number): Callback {
	return { url: pause().callbackUrl(itemIndex), token: undefined, headers: [] };
}

async function requestOf(
	context: ExecutionContext,
	run: HashedRun,
	checked: CheckedTask | undefined,
	ofPause: Callback | false | undefined,
): Promise<AppTaskRequest> {
	const { inputs, retryForMs, suppressPreviewOutput } = run;
	const { appId } = inputs;
	const task = checked ?? checkTask(context, inputs, await readForm(context, appId, retryForMs));
	const workHash = run.workHash ?? (await workHashOf(run, task));
	const callback = ofPause || run.callback;
	return { appId, suppressPreviewOutput, callback, workHash, ...(await task.inputs()) };
}
