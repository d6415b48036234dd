import type { AiAppError, ErrorDetails } from './AiAppError';
import type { Charge } from '../ports';
import { kindOf } from './kinds';

const WORST_FIRST = ['unknown', 'seconds', 'free'] as const;

/** What several cost together; undefined if nothing is known of any. */
export function worstOf(charges: readonly (Charge | undefined)[]): Charge | undefined {
	return WORST_FIRST.find((charge) => charges.includes(charge));
}

/**
 * What an error has cost. Once a task is known, nothing but what is known of that task says that it was
 * free. Undefined where no money is involved.
 */
export function costOf({
	kind,
	details,
}: Pick<AiAppError, 'details' | 'kind'>): Charge | undefined {
	const { createsNoTask, requestId } = details;
	const cost = costIn(kind, details);
	// An operation that creates no task, and knows of none, has nothing to pay for.
	return createsNoTask && requestId === undefined && cost === 'free' ? undefined : cost;
}

function costIn(kind: AiAppError['kind'], details: ErrorDetails): Charge | undefined {
	if (details.cost !== undefined) return details.cost;
	if ((details.billedSeconds ?? 0) > 0) return 'seconds';
	const { cost, isOfTask } = kindOf(kind);
	return isOfTask || details.requestId === undefined ? cost : 'unknown';
}

/** The same with what else was spent for its item. */
export function costingAtLeast(error: AiAppError, charge: Charge): ErrorDetails {
	return { cost: worstOf([costOf(error), charge]) };
}
