import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { AiAppError, inputError, reword, settle, runPool, say } from '../../../client/index';
import { createExecutionContext, type ExecutionContext } from '../execution/context';
import { toNodeError } from '../io/errors';
import { failedItem, withInputFiles, withPairedItem } from '../io/items/items';
import type { PausedItem } from '../pause/state';
import { stopLeft, suspend, type LeftTask } from '../pause/suspend';
import { isCalledByAgent } from '../io/agent';
import {
	requireFew,
	type Operation,
	type PreparedWork,
	type Resource,
	type Work,
} from '../execution/operation';
import { readNumber } from '../io/readParameter';
import { resources } from './resources';
import { streamed } from './streamed';
import { requireInPlace } from './parameters/misplaced';
import { readRequestIds } from './parameters/requestId';
import { maxItemsAtATime, maxTasksAtATime } from './parameters/result.description';
import {
	hintAtInvalid,
	hintAtSum,
	traceOf,
	withOtherInvalid,
	withOthers,
	withOtherStops,
	type Outcome,
} from './summary';

/**
 * Runs the chosen operation for every input item, several at once, and returns the results in input
 * order. If On Error is Stop Workflow, no further item is started after the first failure; the node
 * waits for those that were, because they are charged.
 */
export async function route(ctx: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(ctx);
	let context: ExecutionContext;
	let limit: number;
	try {
		requireInPlace(ctx, operation);
		limit = readNumber(ctx, 0, createsTasks(operation) ? maxTasksAtATime : maxItemsAtATime);
		context = await createExecutionContext(ctx);
	} catch (error) {
		if (isCalledByAgent(ctx)) return [withPairedItem([failedItem(error, true)], 0)];
		throw toNodeError(ctx.getNode(), error, 0);
	}
	try {
		return [await runAll(context, operation, limit)];
	} finally {
		context.hints.publish();
		await context.stream.close();
		context.release();
	}
}

async function runAll(
	context: ExecutionContext,
	operation: Operation,
	limit: number,
): Promise<INodeExecutionData[]> {
	const { clock, ctx, hints } = context;
	const returnsFailures = ctx.continueOnFail() || isCalledByAgent(ctx);
	// Of a stopped execution, each item stops the task that an earlier try has left it.
	const goesOn = () =>
		returnsFailures ||
		stopsTasks(operation) ||
		(createsTasks(operation) && context.signal?.aborted === true);
	const prepared = await settle(() => worksOf(context, operation));
	if (!prepared.ok) throw toNodeError(ctx.getNode(), prepared.error, 0);
	const works = operation.streams
		? streamed(context, prepared.value, !returnsFailures)
		: prepared.value;
	const rejected = works.map(({ work }) => (work.ok ? undefined : work));
	if (!goesOn()) throwFirstFailure(ctx, works, rejected);
	const begunAt = clock.now();
	const outcomes = await runPool(
		works,
		limit,
		async ({ work }) => {
			if (work.ok) return work.value();
			throw work.error;
		},
		(outcome) => outcome.ok || goesOn(),
	);
	hintAtSum(hints, outcomes);
	hintAtInvalid(hints, outcomes);
	const tracing = traceOf(outcomes, clock.now() - begunAt);
	if (tracing) ctx.setMetadata({ tracing });
	const left = outcomes.flatMap((outcome) => (outcome?.ok ? (outcome.value.leftTask ?? []) : []));
	const toStop = context.signal?.aborted ? left.filter(({ end }) => !end) : [];
	if (toStop.length > 0) throw toNodeError(ctx.getNode(), await stopLeft(context, toStop), 0);
	if (!returnsFailures) throwFirstFailure(ctx, works, outcomes, othersOf(ctx, operation));
	const items = works.flatMap(({ itemIndex }, n) => itemsOf(outcomes[n], itemIndex, context));
	return left.some(({ isAwaited }) => isAwaited) ? pause(context, outcomes, left) : items;
}

/** All that there is to do. An operation that costs money checks all items before it starts the first one. */
async function worksOf(
	context: ExecutionContext,
	operation: Operation,
): Promise<readonly PreparedWork[]> {
	const inputs = context.ctx.getInputData();
	if ('prepare' in operation) {
		const works = await operation.prepare(context, inputs.length);
		requireFew(works.length);
		return works;
	}
	const works = inputs.flatMap((_, itemIndex): PreparedWork[] => {
		if ('execute' in operation)
			return [freeWork(itemIndex, () => operation.execute(context, itemIndex))];
		return readRequestIds(context, itemIndex).map((id) =>
			freeWork(itemIndex, async () => {
				if (!id.ok) throw id.error;
				return operation.executeFor(context, id.value, itemIndex);
			}),
		);
	});
	requireFew(works.length);
	return works;
}

function freeWork(itemIndex: number, work: Work): PreparedWork {
	const value = () => reword(work, (error) => error.about({ createsNoTask: true }));
	return { itemIndex, work: { ok: true, value } };
}

/** The execution pauses for all of its items together, the failed ones included. */
async function pause(
	context: ExecutionContext,
	outcomes: readonly Outcome[],
	left: readonly LeftTask[],
): Promise<INodeExecutionData[]> {
	const awaited = outcomes.flatMap((outcome): PausedItem[] => {
		if (outcome?.ok === false) return [{ failed: failedItem(outcome.error, false).json }];
		return outcome?.value.leftTask ? [{ task: outcome.value.leftTask.task }] : [];
	});
	const paused = await settle(() => suspend(context, awaited, left));
	if (!paused.ok) throw toNodeError(context.ctx.getNode(), paused.error, 0);
	return paused.value;
}

function chosenOperation(ctx: IExecuteFunctions): Operation {
	const resource = ctx.getNodeParameter('resource', 0);
	const name = ctx.getNodeParameter('operation', 0);
	const chosen = own<Resource>(resources, String(resource));
	const operation = chosen && own(chosen.operations, String(name));
	if (operation) return operation;
	const unknown = inputError(
		say`This node has no operation "${String(name)}" for "${String(resource)}"`,
		"Open the node and select 'Resource' and 'Operation' again.",
	);
	throw toNodeError(ctx.getNode(), unknown, 0);
}

/** Every object has a member `constructor`, for one. */
function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

function itemsOf(
	outcome: Outcome,
	itemIndex: number,
	context: ExecutionContext,
): INodeExecutionData[] {
	if (!outcome) return [];
	if (!outcome.ok) {
		const failed = failedItem(outcome.error, context.isTool);
		return withPairedItem([withInputFiles(failed, context.ctx, itemIndex)], itemIndex);
	}
	outcome.value.delivers?.forEach(context.ledger.deliver);
	return withPairedItem(outcome.value.items, itemIndex);
}

/** Adds to the error of one item what became of the others. */
type WithOthers = (error: AiAppError, outcomes: readonly Outcome[]) => AiAppError;

function throwFirstFailure(
	ctx: IExecuteFunctions,
	works: readonly PreparedWork[],
	outcomes: readonly Outcome[],
	withOthersOf: WithOthers = withOtherInvalid,
): void {
	const first = outcomes.findIndex((outcome) => outcome?.ok === false);
	const failed = outcomes[first];
	if (!failed || failed.ok) return;
	const { error } = failed;
	const notBegun = works.slice(outcomes.length).map(() => undefined);
	const told =
		error instanceof AiAppError ? withOthersOf(error, [...outcomes, ...notBegun]) : error;
	throw toNodeError(ctx.getNode(), told, works[first]?.itemIndex ?? 0);
}

function createsTasks(operation: Operation): boolean {
	return 'prepare' in operation;
}

function stopsTasks(operation: Operation): boolean {
	return 'stops' in operation && operation.stops === true;
}

function othersOf(ctx: IExecuteFunctions, operation: Operation): WithOthers | undefined {
	if (stopsTasks(operation)) return withOtherStops;
	if (!createsTasks(operation)) return undefined;
	const isModel = ctx.getNodeParameter('resource', 0) === 'model';
	return (error, outcomes) =>
		withOthers(error, outcomes, {
			readWith: isModel ? 'Model: Get Task' : 'Task: Get Outputs',
			waitWith: isModel ? 'Model: Get Task' : 'Task: Wait for Completion',
		});
}
