import type { IExecuteFunctions } from 'n8n-workflow';
import { settleSync } from '../../../client/index';

/**
 * A value that n8n keeps for a node over all its runs and tries in one execution, and saves with the
 * execution. n8n's first-class Agents run node tools without a context: there it begins anew each time.
 */
export function keptInNode<Value extends object>(
	ctx: IExecuteFunctions,
	member: string,
	begin: () => Value,
): Value {
	const context = settleSync(() => ctx.getContext('node'));
	if (!context.ok) return begin();
	const kept = (context.value[member] as Value | undefined) ?? begin();
	context.value[member] = kept;
	return kept;
}
