import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { AiAppError, settle, runPool, type Settled, say } from '../../../client/index';
import { createExecutionContext, type ExecutionContext } from '../execution/context';
import { toNodeError } from '../io/errors';
import { failedItem, withPairedItem } from '../io/items/items';
import type { PausedItem } from '../pause/state';
import { suspend } from '../pause/suspend';
import { isCalledByAgent } from '../io/agent';
import type { Operation, Work } from '../execution/operation';
import { readNumber } from '../io/readParameter';
import type { Resource } from '../execution/resource';
import { resources } from './resources';
import { maxConcurrentTasks } from './parameters/result.description';
import { hintAtSum, withOthers, type Outcome } from './summary';

/**
 * Runs the chosen operation for every input item, several at once, and returns the results in input
 * order. Without Continue On Fail the first failure keeps further items from being begun; those
 * under way are awaited, because they are paid for.
 */
export async function route(ctx: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(ctx);
	let context: ExecutionContext;
	let limit: number;
	try {
		limit = readNumber(ctx, 0, maxConcurrentTasks);
		context = await createExecutionContext(ctx);
	} catch (error) {
		if (isCalledByAgent(ctx)) return [withPairedItem([failedItem(error, true)], 0)];
		throw toNodeError(ctx.getNode(), error, 0);
	}
	try {
		return [await runAll(context, operation, limit)];
	} finally {
		context.ledger.release();
	}
}

async function runAll(
	context: ExecutionContext,
	operation: Operation,
	limit: number,
): Promise<INodeExecutionData[]> {
	const { ctx, hints } = context;
	const tellsFailures = ctx.continueOnFail() || isCalledByAgent(ctx);
	const works = await worksOf(context, operation);
	if (!tellsFailures) throwFirstFailure(ctx, works.map(refusalOf));
	const outcomes = await runPool(
		works,
		limit,
		(work) => (work.ok ? work.value() : Promise.reject(work.error)),
		(outcome) => tellsFailures || outcome.ok,
	);
	hintAtSum(hints, outcomes);
	if (!tellsFailures) throwFirstFailure(ctx, outcomes);
	const items = outcomes.flatMap((outcome, itemIndex) => itemsOf(outcome, itemIndex, context));
	return outcomes.some(isAwaited) ? pause(context, outcomes) : items;
}

/** Items of an operation that costs money are all found in order before any of them is worked on. */
async function worksOf(
	context: ExecutionContext,
	operation: Operation,
): Promise<readonly Settled<Work>[]> {
	const inputs = context.ctx.getInputData();
	if ('prepare' in operation) return operation.prepare(context, inputs.length);
	return inputs.map((_, itemIndex) => ({
		ok: true,
		value: () => operation.execute(context, itemIndex),
	}));
}

function refusalOf(work: Settled<Work>): Outcome {
	return work.ok ? undefined : work;
}

function isAwaited(outcome: Outcome): boolean {
	return outcome?.ok === true && outcome.value.awaits !== undefined;
}

/** The execution pauses for all of its items together, the failed ones included. */
async function pause(
	context: ExecutionContext,
	outcomes: readonly Outcome[],
): Promise<INodeExecutionData[]> {
	const tasks = outcomes.flatMap((outcome) => (outcome?.ok ? (outcome.value.awaits ?? []) : []));
	const awaited = outcomes.flatMap((outcome): PausedItem[] => {
		if (outcome?.ok === false) return [{ failed: failedItem(outcome.error, false).json }];
		return outcome?.value.awaits ? [{ task: outcome.value.awaits.task }] : [];
	});
	const known = new Map(tasks.flatMap(({ task, end }) => (end ? [[task.requestId, end]] : [])));
	const mayHaveEnded = known.size > 0 || tasks.every(({ attached }) => attached);
	const paused = await settle(() => suspend(context, awaited, mayHaveEnded, known));
	if (!paused.ok) throw toNodeError(context.ctx.getNode(), paused.error, 0);
	return paused.value;
}

function chosenOperation(ctx: IExecuteFunctions): Operation {
	const all: Readonly<Record<string, Resource>> = resources;
	const resource = ctx.getNodeParameter('resource', 0);
	const name = ctx.getNodeParameter('operation', 0);
	const operation = all[String(resource)]?.operations[String(name)];
	if (operation) return operation;
	const unknown = new AiAppError(
		'input',
		say`The operation "${String(name)}" of "${String(resource)}" does not exist`,
		{},
		'Open the node and pick a resource and an operation again.',
	);
	throw toNodeError(ctx.getNode(), unknown, 0);
}

function itemsOf(
	outcome: Outcome,
	itemIndex: number,
	context: ExecutionContext,
): INodeExecutionData[] {
	if (!outcome) return [];
	if (!outcome.ok) return withPairedItem([failedItem(outcome.error, context.isTool)], itemIndex);
	outcome.value.delivers?.forEach(context.ledger.deliver);
	return withPairedItem(outcome.value.items, itemIndex);
}

function throwFirstFailure(ctx: IExecuteFunctions, outcomes: readonly Outcome[]): void {
	const itemIndex = outcomes.findIndex((outcome) => outcome?.ok === false);
	const failed = outcomes[itemIndex];
	if (!failed || failed.ok) return;
	const error =
		failed.error instanceof AiAppError ? withOthers(failed.error, outcomes) : failed.error;
	throw toNodeError(ctx.getNode(), error, itemIndex);
}
