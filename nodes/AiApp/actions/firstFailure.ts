import type { IExecuteFunctions } from 'n8n-workflow';
import { AiAppError } from '../../../client/index';
import type { ExecutionContext } from '../execution/context';
import { stopsIn, type Outcome, type Tally } from '../facts/tally';
import { toNodeError } from '../io/errors';
import { besideInvalid, besideOthers, besideStops, type Beside } from '../words/sums';
import {
	createsTasks,
	stopsTasks,
	type ItemResult,
	type Operation,
	type PreparedWork,
} from './operation';

/** What the error of one item says of the others. */
type BesideOf = (error: AiAppError, sums: Tally) => Beside;

/** @throws the first failure, if there is one */
export function throwFirst(
	ctx: IExecuteFunctions,
	works: readonly PreparedWork[],
	sums: Tally,
	besideOf: BesideOf | undefined,
): void {
	if (!sums.first) return;
	const { error, index } = sums.first;
	const beside = error instanceof AiAppError ? besideOf?.(error, sums) : undefined;
	throw toNodeError(ctx, error, works[index]?.itemIndex ?? 0, beside);
}

/** What the error of an operation says of its other items. */
export function besideOf(
	ctx: IExecuteFunctions,
	operation: Operation,
	outcomes: readonly Outcome<ItemResult>[],
): BesideOf | undefined {
	if (stopsTasks(operation)) return (error) => besideStops(error, stopsIn(outcomes));
	if (!createsTasks(operation)) return undefined;
	const ofModel = isModel(ctx);
	return (error, sums) => besideOthers(error, sums, ofModel);
}

/**
 * Names the tasks that earlier tries sent for other items. The error itself names those of its
 * item.
 */
export function besideRejected(
	{ ctx, ledger }: ExecutionContext,
	works: readonly PreparedWork[],
): BesideOf {
	return (error, sums) => {
		const itemIndex = works[sums.first?.index ?? 0]?.itemIndex ?? 0;
		return besideInvalid(error, sums, ledger.ofOthers(itemIndex).tasks, isModel(ctx));
	};
}

function isModel(ctx: IExecuteFunctions): boolean {
	return ctx.getNodeParameter('resource', 0) === 'model';
}
