import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { AiAppError, inputError, reword, settle, runPool, say } from '../../../client/index';
import { createExecutionContext, type ExecutionContext } from '../execution/context';
import { toNodeError } from '../io/errors';
import { failedItem, withInputFiles, withPairedItem } from '../io/items/items';
import type { PausedItem } from '../pause/state';
import { stopLeft, suspend, type LeftTask } from '../pause/suspend';
import { isCalledByAgent } from '../io/agent';
import type { Operation, PreparedWork, Resource } from '../execution/operation';
import { readNumber } from '../io/readParameter';
import { resources } from './resources';
import { streamed } from './streamed';
import { turnsOf } from './parameters/requestId';
import { maxItemsAtATime, maxTasksAtATime } from './parameters/result.description';
import {
	hintAtInvalid,
	hintAtSum,
	isRefused,
	traceOf,
	withOtherInvalid,
	withOthers,
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
		returnsFailures || (createsTasks(operation) && context.signal?.aborted === true);
	const checked = await worksOf(context, operation);
	const works = operation.streams ? streamed(context, checked, !returnsFailures) : checked;
	const rejected = works.map(({ work }) => (work.ok ? undefined : work));
	if (!goesOn()) throwFirstFailure(ctx, works, rejected);
	const begunAt = clock.now();
	const { begun, outcomes } = await runWorks(works, limit, goesOn);
	hintAtSum(hints, outcomes);
	hintAtInvalid(hints, outcomes);
	const tracing = traceOf(outcomes, clock.now() - begunAt);
	if (tracing) ctx.setMetadata({ tracing });
	const left = outcomes.flatMap((outcome) => (outcome?.ok ? (outcome.value.leftTask ?? []) : []));
	const toStop = context.signal?.aborted ? left.filter(({ end }) => !end) : [];
	if (toStop.length > 0) throw toNodeError(ctx.getNode(), await stopLeft(context, toStop), 0);
	if (!returnsFailures)
		throwFirstFailure(ctx, begun, outcomes, createsTasks(operation) ? works : []);
	const items = begun.flatMap(({ itemIndex }, n) => itemsOf(outcomes[n], itemIndex, context));
	return left.some(({ isAwaited }) => isAwaited) ? pause(context, outcomes, left) : items;
}

/**
 * Does the work of all items, several times where that is asked for. A limit refuses the rest of an
 * item in one outcome.
 */
async function runWorks(works: readonly PreparedWork[], limit: number, goesOn: () => boolean) {
	const begun: PreparedWork[] = [];
	/** What the first refused turn of an item threw: one error stands for all of them. */
	const refused = new Map<PreparedWork, unknown>();

	function* turns() {
		for (const each of works)
			for (let turn = 1; turn <= (each.times ?? 1) && !refused.has(each); turn++) {
				begun.push(each);
				yield { ...each, turn };
			}
	}

	const all = await runPool(
		turns(),
		limit,
		async ({ work, turn }, n) => {
			const outcome = work.ok ? await settle(() => work.value(turn)) : work;
			if (outcome.ok) return outcome.value;
			const each = begun[n];
			if (!each || !isRefused(outcome.error)) throw outcome.error;
			if (!refused.has(each)) refused.set(each, outcome.error);
			throw refused.get(each);
		},
		(outcome) => outcome.ok || goesOn(),
	);
	return onceRefused(begun, all);
}

/** Several turns of an item may have been refused at the same time. */
function onceRefused(begun: readonly PreparedWork[], outcomes: readonly Outcome[]) {
	const refusals = new Set<PreparedWork>();
	const rest = begun.flatMap((work, n) => {
		const outcome = outcomes[n];
		if (outcome?.ok !== false || !isRefused(outcome.error)) return [{ work, outcome }];
		if (refusals.has(work)) return [];
		refusals.add(work);
		return [{ work, outcome }];
	});
	return { begun: rest.map(({ work }) => work), outcomes: rest.map(({ outcome }) => outcome) };
}

/** An operation that costs money checks all items before it starts the first one. */
async function worksOf(
	context: ExecutionContext,
	operation: Operation,
): Promise<readonly PreparedWork[]> {
	const inputs = context.ctx.getInputData();
	if ('prepare' in operation) return operation.prepare(context, inputs.length);
	return inputs.map((_, itemIndex) => ({
		itemIndex,
		times: turnsOf(context, itemIndex),
		work: {
			ok: true,
			value: (turn) =>
				reword(
					() => operation.execute(context, itemIndex, turn),
					(error) => error.about({ createsNoTask: true }),
				),
		},
	}));
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

function throwFirstFailure(
	ctx: IExecuteFunctions,
	works: readonly PreparedWork[],
	outcomes: readonly Outcome[],
	paidWorks: readonly PreparedWork[] = [],
): void {
	const first = outcomes.findIndex((outcome) => outcome?.ok === false);
	const failed = outcomes[first];
	if (!failed || failed.ok) return;
	const { error } = failed;
	const isPaid = paidWorks.length > 0 && error instanceof AiAppError;
	const all = isPaid
		? withTasks(ctx, error, outcomes, paidWorks)
		: withOtherInvalid(error, outcomes);
	throw toNodeError(ctx.getNode(), all, works[first]?.itemIndex ?? 0);
}

function createsTasks(operation: Operation): boolean {
	return 'prepare' in operation;
}

function withTasks(
	ctx: IExecuteFunctions,
	error: AiAppError,
	outcomes: readonly Outcome[],
	works: readonly PreparedWork[],
): AiAppError {
	const isModel = ctx.getNodeParameter('resource', 0) === 'model';
	const unit = works.some(({ times = 1 }) => times > 1) ? 'variation' : 'item';
	const turns = works.flatMap(({ times = 1 }) => Array.from({ length: times }, () => undefined));
	return withOthers(error, [...outcomes, ...turns.slice(outcomes.length)], {
		unit,
		readWith: isModel ? 'Model: Get Task' : 'Task: Get Outputs',
		waitWith: isModel ? 'Model: Get Task' : 'Task: Wait for Completion',
	});
}
