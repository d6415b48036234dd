import {
	billedOf,
	createAppTask,
	completed,
	deadlineIn,
	drawSeeds,
	executionCanceled,
	idsWithoutResult,
	runAppTask,
	settle,
	withEarlier,
	type AppTaskOptions,
	type CallbackHeaders,
	type CreatedOnce,
	type Deadline,
	type SpendingLimits,
	type TaskOrder,
	type TaskRef,
	type WaitOptions,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult } from '../operation';
import { isToCreate, type PaidTask } from '../paidWork';
import { deliverResult } from '../../io/binary/downloadOutputs';
import { createdItem, taskItems, withEarlierTasks, withVariation } from '../../io/items/taskItems';
import { openPanel } from '../../parameters/readParameter';
import { maxAtATime } from '../../parameters/result.description';
import type { ResultOptions } from '../../parameters/resultOptions';
import { NODE_WAITS } from '../../parameters/waitOptions';
import type { LeftTask } from '../../pause/suspend';
import type { CheckedValues } from './checkItem';
import type { ItemInputs } from './itemInputs';

/** Everything that the user set for one item, read before any task is created. */
export type Run = {
	readonly itemIndex: number;
	readonly waitMode: string;
	readonly inputs: ItemInputs;
	readonly wait: WaitOptions;
	readonly limits: SpendingLimits;
	readonly variations: number;
	readonly delivery: ResultOptions;
	readonly callbackHeaders: CallbackHeaders | undefined;
	readonly suppressPreviewOutput: boolean;
};

/** One of the tasks that are to get what the user set. */
type TaskToRun = Run & PaidTask<CheckedValues>;

const OVER_BILLED =
	"More than 'Max Billed Seconds' was used: tasks that already ran were billed in full. To exceed it by one task at most, set 'Max Tasks at a Time' to 1.";

const UNKNOWN_SECONDS =
	"The service doesn't tell the billed seconds of some tasks, so 'Max Billed Seconds' counts the time that they took.";

/** Runs one task of an item. Its result, or its error, tells of the tasks that were sent before it. */
export async function runItem(context: ExecutionContext, run: TaskToRun): Promise<ItemResult> {
	const { beforeCreate, ctx, hints, ledger, ports } = context;
	const { delivery, inputs, key, limits, variation } = run;
	// Nothing was sent that could be stopped.
	if (beforeCreate.aborted && isToCreate(context, key)) throw executionCanceled();
	const result = await settle(() => runTaskOfItem(context, run));
	const entry = ledger.read(key);
	if (limits.maxBilledSeconds !== undefined) {
		const isOver = ports.spending.billedSeconds() > limits.maxBilledSeconds;
		if (isOver && openPanel(ctx, 0).number(maxAtATime) > 1) hints.add(OVER_BILLED);
		if (entry.tasks.some(({ cost }) => cost === 'unknown')) hints.add(UNKNOWN_SECONDS);
	}
	if (!result.ok) throw withEarlier(result.error, entry).about({ appId: inputs.appId, variation });
	if (idsWithoutResult(entry).length === 0) return result.value;
	const items = withEarlierTasks(result.value.items, entry, delivery);
	return { ...result.value, items, billedSeconds: billedOf(entry) };
}

async function runTaskOfItem(context: ExecutionContext, run: TaskToRun): Promise<ItemResult> {
	const { inputs, key, limits, waitMode } = run;
	const deadline = deadlineIn(context.clock, run.wait.maxWaitMs);
	const attempt = {
		appId: inputs.appId,
		itemIndex: run.itemIndex,
		key,
		deadline,
		limits,
		makeOrder: () => orderOf(context, run, deadline),
		isHeld: waitMode === 'keepOpen',
		signal: context.signal,
		beforeCreate: context.beforeCreate,
	};
	if (NODE_WAITS.includes(waitMode)) return createAndWait(context, run, attempt);
	const created = await createAppTask(context.ports, attempt);
	const pauses = waitMode === 'pause';
	// The service calls back the execution that has created the task, so another one has to poll.
	return pauses && context.ledger.isOfOther(key, created.requestId)
		? createAndWait(context, run, attempt)
		: leave(context, run, { ...created, appId: inputs.appId }, pauses);
}

const CALLED_BACK = "The service sends the results to 'Callback URL'.";

function leave(
	context: ExecutionContext,
	run: TaskToRun,
	created: CreatedOnce & { readonly appId: number },
	isAwaited: boolean,
): ItemResult {
	const { delivery, key, variation, waitMode } = run;
	const task = { ...created, appName: context.appName(created.appId) };
	const { held } = task;
	if (waitMode === 'callback' && !held) context.hints.add(CALLED_BACK, 'info');
	// A service that kept the connection open, although it wasn't asked to, has sent the result.
	const items = held
		? taskItems({ ...task, ...held }, [], delivery)
		: [createdItem(task, delivery.inputFields)];
	return {
		items: withVariation(items, variation),
		delivers: [key],
		leftTask: leftTask(context, run, task, isAwaited),
	};
}

async function createAndWait(
	context: ExecutionContext,
	run: TaskToRun,
	attempt: AppTaskOptions,
): Promise<ItemResult> {
	const { delivery, key, variation, waitMode } = run;
	const appName = context.appName(attempt.appId);
	const progress = context.stream.progressOf(run, appName);
	const end = await runAppTask({ ...context.ports, progress }, attempt, run.wait);
	const result = { ...end.result, appName };
	// A retry waits for a task that keeps running, and doesn't pay for it again.
	const delivers = end.finished ? [key] : [];
	if (waitMode === 'pause') {
		const left = leftTask(context, run, { ...result, attached: true }, true);
		return { items: [createdItem(result)], delivers, leftTask: left };
	}
	const items = await deliverResult(context, result, { ...delivery, variation });
	return { items: withVariation(items, variation), delivers, result };
}

/** Uploads the files of a task, each once in a try of the node, and returns what to send. */
async function orderOf(
	context: ExecutionContext,
	run: TaskToRun,
	deadline: Deadline,
): Promise<TaskOrder> {
	const { inputs, suppressPreviewOutput } = run;
	const checked = run.isSent ? await run.checkNow() : run.checked;
	const { files, randomSeeds, values } = checked;
	const uploading = Object.entries(files).map(async ([key, { binaryField }]) => {
		const { url } = await context.uploads.upload(await inputs.files.source(binaryField), deadline);
		return [key, url] as const;
	});
	const urls = Object.fromEntries(await Promise.all(uploading));
	const seeds = drawSeeds(randomSeeds, context.clock.random);
	const resumed = () => {
		// The URL itself proves who calls, so the callback token isn't sent.
		const callback = { token: undefined, headers: [] };
		const url = context.pause().callbackUrl(run.itemIndex);
		return context.client.tasks.callbackHeaders({ ...callback, url });
	};
	return {
		appId: inputs.appId,
		suppressPreviewOutput,
		seeds,
		callbackHeaders: run.waitMode === 'pause' ? resumed() : run.callbackHeaders,
		inputValues: { ...values, ...urls, ...seeds },
	};
}

function leftTask(
	{ ledger }: ExecutionContext,
	{ key }: TaskToRun,
	{ held, attached, ...created }: TaskRef & Pick<CreatedOnce, 'attached' | 'held'>,
	isAwaited: boolean,
): LeftTask {
	const { requestId, appId, appName, seeds } = created;
	const task = { requestId, appId, appName, seeds };
	return {
		task,
		earlier: ledger.read(key).tasks.slice(0, -1),
		attached,
		isAwaited,
		end: held && completed({ ...task, ...held }),
	};
}
