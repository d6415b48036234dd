import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	asAiAppError,
	ownMember,
	reword,
	runPool,
	say,
	settle,
	settleSync,
	type AiAppError,
} from '../../../client/index';
import { PanelError } from '../facts/panelError';
import { createExecutionContext, type ExecutionContext } from '../execution/context';
import { toNodeError } from '../io/errors';
import { createNodeLedger } from '../memory/ledger';
import { boundedForModel, withPairedItem } from '../io/items/plainItems';
import { failedItem } from '../io/items/failedItems';
import { withInputFields } from '../io/items/taskItems';
import { failedAtPause } from '../io/items/pausedItems';
import type { PausedItem } from '../pause/state';
import { stopLeft, suspend, type LeftTask } from '../pause/suspend';
import { isCalledByAgent } from '../facts/agent';
import {
	createsTasks,
	stopsTasks,
	withSent,
	type ItemResult,
	type Operation,
	type PreparedWork,
	type Resource,
	type Work,
} from './operation';
import { requireFewWorks } from './paidWork';
import { openPanel } from '../parameters/readParameter';
import { resources } from './resources';
import { requireRoomForAll, throwFirst } from './firstFailure';
import { readRequestIds } from '../parameters/requestIds';
import { readIncludedFields } from '../parameters/resultOptions';
import { maxItemsAtATime, maxAtATime } from '../parameters/result.description';
import { sumOfChecks, sumOfItems } from '../words/sums';
import { stillRunning, tally, type Outcome } from '../facts/tally';

/**
 * Runs the chosen operation for every input item, several at once, and returns the results in input
 * order. If On Error is Stop Workflow, no further task is created after the first failure; the node
 * waits for those already created, because they are charged.
 */
export async function route(ctx: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	// The ledger comes first. It marks the execution for later retries, even if a step below fails.
	const ledger = createNodeLedger(ctx, () => ({ entries: {} }));
	let context: ExecutionContext;
	let limit: number;
	let operation: Operation | undefined;
	try {
		operation = chosenOperation(ctx);
		limit = openPanel(ctx, 0).number(createsTasks(operation) ? maxAtATime : maxItemsAtATime);
		context = await createExecutionContext(ctx);
	} catch (error) {
		const works = failedWorks({ ctx, ledger }, ofReading(operation, asAiAppError(error)));
		const outcomes = works.map(({ work }) => work);
		if (!returnsFailures(ctx)) throwFirst({ ctx, ledger }, works, outcomes);
		// Without failed items, n8n would pass on the input items, with the results of earlier nodes.
		return [outcomes.map((outcome, itemIndex) => failedItem(ctx, outcome.error, itemIndex))];
	}
	try {
		const works = await before(context, operation);
		const outcomes = await run(context, operation, works, limit);
		return [await after(context, operation, works, outcomes)];
	} finally {
		context.hints.publish();
		await context.stream.close();
		context.release();
	}
}

function returnsFailures(ctx: IExecuteFunctions): boolean {
	return ctx.continueOnFail() || isCalledByAgent(ctx);
}

/** The works of a node that fails as a whole: all of its items fail. */
function failedWorks(
	{ ctx, ledger }: Pick<ExecutionContext, 'ctx' | 'ledger'>,
	failure: AiAppError,
) {
	// Usually nothing was sent. Asking for each of 10,000 items would hold up n8n.
	const isFirst = ledger.ofAll().tasks.length === 0;
	return ctx.getInputData().map((_, itemIndex) => {
		const error = isFirst ? failure : withSent(ledger, itemIndex, failure);
		return { itemIndex, work: { ok: false, error } as const };
	});
}

/**
 * Whether the other items continue after a failure. In a stopped execution they do, because each
 * stops the task that an earlier try left it.
 */
function othersContinue({ ctx, signal }: ExecutionContext, operation: Operation): boolean {
	const stopsOwn = createsTasks(operation) && signal?.aborted === true;
	return returnsFailures(ctx) || stopsTasks(operation) || stopsOwn;
}

/** Checks all items. @throws the error of the first that is rejected, unless the others continue */
async function before(
	context: ExecutionContext,
	operation: Operation,
): Promise<readonly PreparedWork[]> {
	const prepared = await settle(() => allWorks(context, operation));
	const works = prepared.ok
		? prepared.value.map((each): PreparedWork => {
				if (each.work.ok) return each;
				const error = withSent(context.ledger, each.itemIndex, each.work.error);
				return { ...each, work: { ok: false, error } };
			})
		: failedWorks(context, ofReading(operation, prepared.error));
	if (othersContinue(context, operation)) return works;
	const rejected = works.map(({ work }) => (work.ok ? undefined : work));
	throwFirst(context, works, rejected);
	requireRoomForAll(context, works);
	return works;
}

async function run(
	context: ExecutionContext,
	operation: Operation,
	works: readonly PreparedWork[],
	limit: number,
): Promise<readonly Outcome<ItemResult>[]> {
	const outcomes = await runPool(
		works,
		limit,
		async (each) => {
			const outcome = each.work.ok ? await settle(each.work.value) : each.work;
			if (operation.streams) context.stream.ended(each, outcome);
			if (!outcome.ok) throw outcome.error;
			return outcome.value;
		},
		(outcome) => {
			const continues = outcome.ok || othersContinue(context, operation);
			if (!continues) context.endTry();
			return continues;
		},
	);
	return outcomes.map((outcome) => (context.isCutOff(outcome) ? undefined : outcome));
}

/**
 * Adds hints. Then stops the tasks of a stopped execution, throws the first failure,
 * pauses, or returns the items.
 */
async function after(
	context: ExecutionContext,
	operation: Operation,
	works: readonly PreparedWork[],
	outcomes: readonly Outcome<ItemResult>[],
): Promise<INodeExecutionData[]> {
	const { ctx, hints, signal } = context;
	hints.sum(sumOfItems(tally(outcomes, works.length)));
	const results = outcomes.flatMap((outcome) => (outcome?.ok ? outcome.value : []));
	hints.sum(sumOfChecks(results.flatMap(({ check = [] }) => check)));
	const left = results.flatMap(({ leftTask = [] }) => leftTask);
	const mustStop = signal?.aborted === true && left.some(({ end }) => !end);
	if (mustStop) throw toNodeError(ctx, await stopLeft(context, left), 0);
	const running = stopsTasks(operation) ? stillRunning(outcomes) : [];
	if (!returnsFailures(ctx)) throwFirst(context, works, outcomes, running);
	// The options of a failed item are read once more, so many of them need breaks, too.
	const items = await context.breaks.map(works, ({ itemIndex }, n) =>
		itemsFrom(outcomes[n], itemIndex, context),
	);
	return left.some(({ isAwaited }) => isAwaited) ? pause(context, outcomes, left) : items.flat();
}

/**
 * Returns the work of all items. That of an operation that costs money has been checked, and nothing
 * of it has begun.
 */
async function allWorks(
	context: ExecutionContext,
	operation: Operation,
): Promise<readonly PreparedWork[]> {
	const inputs = context.ctx.getInputData();
	if ('prepare' in operation) return operation.prepare(context);
	const found = await context.breaks.map(inputs, (_, itemIndex): PreparedWork[] => {
		if ('execute' in operation)
			return [freeWork(itemIndex, () => operation.execute(context, itemIndex))];
		return readRequestIds(context, itemIndex).map((id) =>
			freeWork(itemIndex, async () => {
				if (!id.ok) throw id.error;
				return operation.executeFor(context, id.value, itemIndex);
			}),
		);
	});
	const works = found.flat();
	requireFewWorks(works.length);
	return works;
}

/**
 * Marks the errors of operations that create no tasks: these errors say nothing about the tasks of
 * their items.
 */
function ofReading(operation: Operation | undefined, error: AiAppError): AiAppError {
	const isReading = operation !== undefined && !createsTasks(operation);
	return isReading ? error.about({ createsNoTask: true }) : error;
}

function freeWork(itemIndex: number, work: Work): PreparedWork {
	const value = () => reword(work, (error) => error.about({ createsNoTask: true }));
	return { itemIndex, work: { ok: true, value } };
}

/** The execution pauses for all of its items together, the failed ones included. */
async function pause(
	context: ExecutionContext,
	outcomes: readonly Outcome<ItemResult>[],
	left: readonly LeftTask[],
): Promise<INodeExecutionData[]> {
	const awaited = outcomes.flatMap((outcome): PausedItem[] => {
		if (outcome?.ok === false) return [failedAtPause(outcome.error)];
		const own = outcome?.value.leftTask;
		return own ? [{ task: own.task, earlier: own.earlier }] : [];
	});
	const paused = await settle(() => suspend(context, awaited, left));
	if (!paused.ok) throw toNodeError(context.ctx, paused.error, 0);
	return paused.value;
}

function chosenOperation(ctx: IExecuteFunctions): Operation {
	const resource = ctx.getNodeParameter('resource', 0);
	const name = ctx.getNodeParameter('operation', 0);
	const chosen = ownMember<Resource>(resources, String(resource));
	const operation = chosen && ownMember(chosen.operations, String(name));
	if (operation) return operation;
	throw new PanelError(
		say`This node has no operation "${String(name)}" for "${String(resource)}"`,
		"Open the node and select 'Resource' and 'Operation' again.",
		'ask',
	);
}

function itemsFrom(
	outcome: Outcome<ItemResult>,
	itemIndex: number,
	context: ExecutionContext,
): INodeExecutionData[] {
	if (!outcome) return [];
	if (!outcome.ok) return failedItems(context, outcome.error, itemIndex);
	outcome.value.delivers?.forEach(context.ledger.deliver);
	const { items } = outcome.value;
	return withPairedItem(context.isTool ? items.map(boundedForModel) : items, itemIndex);
}

/** Failed items have input fields as well, if they aren't for a model. At the error output, n8n adds them. */
function failedItems({ ctx, isTool }: ExecutionContext, error: AiAppError, itemIndex: number) {
	const items = [failedItem(ctx, error, itemIndex)];
	if (isTool || ctx.getNode().onError === 'continueErrorOutput') return items;
	const included = settleSync(() => readIncludedFields(openPanel(ctx, itemIndex)));
	return included.ok ? withInputFields(items, '', included.value) : items;
}
