import type { IExecuteFunctions } from 'n8n-workflow';

/** The number of the node's current run, counted up by loops; the same for all attempts of one run. */
export function runIndexOf(ctx: IExecuteFunctions): number {
	return Number(ctx.evaluateExpression('{{ $runIndex }}', 0) ?? 0);
}
