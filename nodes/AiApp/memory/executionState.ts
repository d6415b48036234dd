import type { IExecuteFunctions } from 'n8n-workflow';
import { ownMember, settleSync } from '../../../client/index';

/**
 * A value that n8n keeps for one node over all of its runs and tries in an execution. n8n saves it
 * when the execution ends or pauses, so a crash may lose it. n8n's first-class Agents don't keep it
 * for node tools, so each call begins with a new value.
 */
export function executionState<Value extends object>(
	ctx: IExecuteFunctions,
	member: string,
	begin: () => Value,
): Value {
	const context = settleSync(() => ctx.getContext('node'));
	if (!context.ok) return begin();
	const state = (ownMember(context.value, member) as Value | undefined) ?? begin();
	context.value[member] = state;
	return state;
}

/** The number of the node's current run, counted up by loops; the same for all attempts of one run. */
export function runIndexOf(ctx: IExecuteFunctions): number {
	return Number(ctx.evaluateExpression('{{ $runIndex }}', 0) ?? 0);
}
