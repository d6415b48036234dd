import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { AiAppError, attempted, runPool, type Attempted, say } from '../../../client/index';
import { createBatch, type Batch } from '../execution/batch';
import { toNodeError } from '../io/errors';
import { failedItem, paired } from '../io/items/items';
import type { Awaited } from '../pause/state';
import { suspend } from '../pause/suspend';
import { isCalledByAgent } from '../io/agent';
import type { ItemResult, Operation, Work } from '../execution/operation';
import { readNumber } from '../io/numberOption';
import { operations } from './resources';
import { maxConcurrentTasks } from './parameters/result.description';

type Outcome = Attempted<ItemResult> | undefined;

/**
 * Runs the chosen operation for every input item, several at once, and returns the results in input
 * order. Without Continue On Fail the first failure keeps further items from being begun; those
 * under way are awaited, because they are paid for.
 */
export async function route(fns: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(fns);
	let batch: Batch;
	let limit: number;
	try {
		limit = readNumber(fns, 0, maxConcurrentTasks);
		batch = await createBatch(fns);
	} catch (error) {
		if (isCalledByAgent(fns)) return [paired([failedItem(error, true)], 0)];
		throw toNodeError(fns.getNode(), error, 0);
	}
	try {
		return [await runAll(batch, operation, limit)];
	} finally {
		batch.ledger.release();
	}
}

async function runAll(
	batch: Batch,
	operation: Operation,
	limit: number,
): Promise<INodeExecutionData[]> {
	const { fns, hints } = batch;
	const tellsFailures = fns.continueOnFail() || isCalledByAgent(fns);
	const works = await worksOf(batch, operation);
	if (!tellsFailures) throwFirstFailure(fns, works.map(refusalOf));
	const outcomes = await runPool(
		works,
		limit,
		(work) => (work.ok ? work.value() : Promise.reject(work.error)),
		(outcome) => tellsFailures || outcome.ok,
	);
	hintAtSum(hints, outcomes);
	if (!tellsFailures) throwFirstFailure(fns, outcomes);
	const items = outcomes.flatMap((outcome, itemIndex) => itemsOf(outcome, itemIndex, batch));
	return outcomes.some(isAwaited) ? sleep(batch, outcomes) : items;
}

/** Items of an operation that costs money are all found in order before any of them is worked on. */
async function worksOf(batch: Batch, operation: Operation): Promise<readonly Attempted<Work>[]> {
	const inputs = batch.fns.getInputData();
	if ('prepare' in operation) return operation.prepare(batch, inputs.length);
	return inputs.map((_, itemIndex) => ({
		ok: true,
		value: () => operation.execute(batch, itemIndex),
	}));
}

function refusalOf(work: Attempted<Work>): Outcome {
	return work.ok ? undefined : work;
}

function isAwaited(outcome: Outcome): boolean {
	return outcome?.ok === true && outcome.value.awaits !== undefined;
}

/** The execution sleeps for all of its items together, the failed ones included. */
async function sleep(batch: Batch, outcomes: readonly Outcome[]): Promise<INodeExecutionData[]> {
	const tasks = outcomes.flatMap((outcome) => (outcome?.ok ? (outcome.value.awaits ?? []) : []));
	const awaited = outcomes.flatMap((outcome): Awaited[] => {
		if (outcome?.ok === false) return [{ failed: failedItem(outcome.error, false).json }];
		return outcome?.value.awaits ? [{ task: outcome.value.awaits.task }] : [];
	});
	const known = new Map(tasks.flatMap(({ task, end }) => (end ? [[task.requestId, end]] : [])));
	const mayHaveEnded = known.size > 0 || tasks.every(({ attached }) => attached);
	const slept = await attempted(() => suspend(batch, awaited, mayHaveEnded, known));
	if (!slept.ok) throw toNodeError(batch.fns.getNode(), slept.error, 0);
	return slept.value;
}

function chosenOperation(fns: IExecuteFunctions): Operation {
	const resource = fns.getNodeParameter('resource', 0);
	const name = fns.getNodeParameter('operation', 0);
	const operation = operations[String(resource)]?.[String(name)];
	if (operation) return operation;
	const unknown = new AiAppError(
		'input',
		say`The operation "${String(name)}" of "${String(resource)}" does not exist`,
		{},
		'Open the node and pick a resource and an operation again.',
	);
	throw toNodeError(fns.getNode(), unknown, 0);
}

function itemsOf(outcome: Outcome, itemIndex: number, batch: Batch): INodeExecutionData[] {
	if (!outcome) return [];
	if (!outcome.ok) return paired([failedItem(outcome.error, batch.isTool)], itemIndex);
	outcome.value.delivers.forEach(batch.ledger.deliver);
	return paired(outcome.value.items, itemIndex);
}

/** What the execution came to, where one look at the items does not tell. */
function hintAtSum(hints: Batch['hints'], outcomes: readonly Outcome[]): void {
	const tasks = outcomes.flatMap((outcome) => (outcome?.ok ? (outcome.value.task ?? []) : []));
	if (outcomes.length < 2 || tasks.length === 0) return;
	const billed = tasks.reduce((sum, { billedSeconds = 0 }) => sum + billedSeconds, 0);
	const failed = outcomes.filter((outcome) => outcome?.ok === false).length;
	const seconds = Math.round(billed * 10) / 10;
	const rest = failed > 0 ? `, ${failed} items did not succeed` : '';
	hints.tell(say`${tasks.length} tasks, ${seconds} billed seconds${rest}.`);
}

function throwFirstFailure(fns: IExecuteFunctions, outcomes: readonly Outcome[]): void {
	const itemIndex = outcomes.findIndex((outcome) => outcome?.ok === false);
	const failed = outcomes[itemIndex];
	if (!failed || failed.ok) return;
	const error =
		failed.error instanceof AiAppError ? withOthers(failed.error, outcomes) : failed.error;
	throw toNodeError(fns.getNode(), error, itemIndex);
}

/** The results of the other items are lost to the workflow, but not to its owner. */
function withOthers(error: AiAppError, outcomes: readonly Outcome[]): AiAppError {
	const ids = outcomes.flatMap(idsOf).map(String);
	const others = [...new Set(ids)].filter((id) => id !== error.details.requestId);
	if (others.length === 0) return error;
	return error.advising(
		say`${others.length} other tasks were created and may be charged; read them with Task: Get Outputs: ${others}.`,
	);
}

/** A task whose item failed, at the deadline or with its download, may have a result as well. */
function idsOf(outcome: Outcome): unknown[] {
	if (outcome?.ok) return outcome.value.items.flatMap(({ json }) => json.request_id ?? []);
	const { requestId } = outcome?.error instanceof AiAppError ? outcome.error.details : {};
	return requestId === undefined ? [] : [requestId];
}
