import type { INodeExecutionData } from 'n8n-workflow';
import {
	createAppTask,
	completed,
	deadlineIn,
	drawSeeds,
	runAppTask,
	type AppTaskOptions,
	type CallbackHeaders,
	type CreatedOnce,
	type Deadline,
	type TaskOrder,
	type TaskRef,
	type TaskResult,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult } from '../operation';
import type { PaidTask } from '../paidWork';
import { deliverResult } from '../../io/binary/downloadOutputs';
import { createdItem, taskItems, withVariation, type ItemShape } from '../../io/items/taskItems';
import type { LeftTask } from '../../pause/suspend';
import type { CheckedValues } from './checkValues';
import type { Run } from './readRun';

/** One task of a run. */
export type TaskToRun = Run & PaidTask<CheckedValues>;

export async function runItem(context: ExecutionContext, run: TaskToRun): Promise<ItemResult> {
	const { inputs, key, limits, waitMode } = run;
	const deadline = deadlineIn(context.clock, run.wait.maxWaitMs);
	const attempt = {
		...{ appId: inputs.appId, itemIndex: run.itemIndex, key, deadline, limits },
		makeOrder: () => orderOf(context, run, deadline),
		isHeld: waitMode === 'keepOpen',
		signal: context.signal,
		beforeCreate: context.beforeCreate,
	};
	if (waitMode === 'poll' || waitMode === 'keepOpen') return createAndWait(context, run, attempt);
	const created = await createAppTask(context.ports, attempt);
	const pauses = waitMode === 'pause';
	// The service calls back the execution that has created the task, so another one has to poll.
	const isOfOther = pauses && created.attached && !context.pause().isContinued;
	return isOfOther
		? createAndWait(context, run, attempt)
		: leave(context, run, { ...created, appId: inputs.appId }, pauses);
}

const CALLED_BACK =
	"The node doesn't wait for the tasks. The service sends their results to 'Callback URL'.";

function leave(
	context: ExecutionContext,
	run: TaskToRun,
	created: CreatedOnce & TaskRef,
	isAwaited: boolean,
): ItemResult {
	const task = withAppName(context, created);
	const items = withVariation(itemsOfCreated(task, run.delivery), run.variation);
	if (run.waitMode === 'callback' && !task.held) context.hints.add(CALLED_BACK, 'info');
	return { items, delivers: [run.key], leftTask: leftTask(context, run, task, isAwaited) };
}

async function createAndWait(
	context: ExecutionContext,
	run: TaskToRun,
	attempt: AppTaskOptions,
): Promise<ItemResult> {
	const progress = context.stream.progressOf(run, context.appName(attempt.appId));
	const end = await runAppTask({ ...context.ports, progress }, attempt, run.wait);
	const result = withAppName(context, end.result);
	const delivered =
		run.waitMode === 'pause'
			? {
					items: [createdItem(result)],
					leftTask: leftTask(context, run, { ...result, attached: true }, true),
				}
			: await deliverRun(context, run, result);
	// A retry waits for a task that keeps running, and doesn't pay for it again.
	return { ...delivered, delivers: end.finished ? [run.key] : [] };
}

async function deliverRun(
	context: ExecutionContext,
	{ delivery, variation }: TaskToRun,
	result: TaskResult,
): Promise<Pick<ItemResult, 'items' | 'result'>> {
	const items = await deliverResult(context, result, { ...delivery, variation });
	return { items: withVariation(items, variation), result };
}

/** What to send for a task, with the URLs of its files, each uploaded once in a try of the node. */
async function orderOf(
	context: ExecutionContext,
	run: TaskToRun,
	deadline: Deadline,
): Promise<TaskOrder> {
	const { inputs, suppressPreviewOutput } = run;
	const checked = run.isSent ? await run.checkNow() : run.checked;
	const { app, drawnSeeds, files, overrides, values } = checked;
	const uploading = Object.entries(files).map(async ([key, { binaryField }]) => {
		const { url } = await context.uploads.upload(await inputs.files.source(binaryField), deadline);
		return [key, url] as const;
	});
	const urls = Object.fromEntries(await Promise.all(uploading));
	const seeds = drawnSeeds.length > 0 ? drawSeeds(app, overrides, context.clock.random) : {};
	return {
		...{ appId: inputs.appId, suppressPreviewOutput, seeds },
		callbackHeaders:
			run.waitMode === 'pause' ? pauseHeaders(context, run.itemIndex) : run.callbackHeaders,
		inputValues: { ...values, ...urls, ...seeds },
	};
}

/** The URL itself proves who calls, so the callback token isn't sent. */
function pauseHeaders({ client, pause }: ExecutionContext, itemIndex: number): CallbackHeaders {
	const callback = { url: pause().callbackUrl(itemIndex), token: undefined, headers: [] };
	return client.tasks.callbackHeaders(callback);
}

function withAppName<Task extends TaskRef>({ appName }: ExecutionContext, task: Task): Task {
	return task.appId === undefined ? task : { ...task, appName: appName(task.appId) };
}

/**
 * The items of a task that the node doesn't wait for. They contain its result if the service kept
 * the connection open, although it wasn't asked to.
 */
function itemsOfCreated(created: CreatedOnce & TaskRef, shape: ItemShape): INodeExecutionData[] {
	const { held } = created;
	return held
		? taskItems({ ...created, ...held }, [], shape)
		: [createdItem(created, shape.inputFields)];
}

function leftTask(
	{ ledger }: ExecutionContext,
	{ key }: TaskToRun,
	{ held, attached, ...created }: TaskRef & Pick<CreatedOnce, 'attached' | 'held'>,
	isAwaited: boolean,
): LeftTask {
	const task = refOf(created);
	return {
		task,
		earlier: ledger.read(key)?.tasks.slice(0, -1),
		attached,
		isAwaited,
		end: held && completed({ ...task, ...held }),
	};
}

function refOf({ requestId, appId, appName, seeds }: TaskRef): TaskRef {
	return { requestId, appId, appName, seeds };
}
