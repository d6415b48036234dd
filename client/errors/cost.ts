import type { AiAppError, ErrorDetails } from './AiAppError';
import type { Charge } from '../ports';
import { kindOf } from './kinds';

const WORST_FIRST = ['unknown', 'seconds', 'free'] as const;

/** The worst of several charges; undefined if there is none. */
export function worstOf(charges: readonly (Charge | undefined)[]): Charge | undefined {
	return WORST_FIRST.find((charge) => charges.includes(charge));
}

/**
 * What an error has cost; undefined where no money is involved. Once a task exists, only facts
 * about that task can say that it was free.
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
	const { billedSeconds = 0, requestId } = details;
	if (billedSeconds > 0) return 'seconds';
	const { cost, isOfTask } = kindOf(kind);
	return isOfTask || requestId === undefined ? cost : 'unknown';
}

/** The worse of an error's own cost and what else was spent on its item, as details. */
export function costingAtLeast(error: AiAppError, charge: Charge): ErrorDetails {
	return { cost: worstOf([costOf(error), charge]) };
}
