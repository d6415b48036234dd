import type { AiAppError } from './AiAppError';
import { costOf } from './cost';
import { kindOf } from './kinds';

/**
 * Whether the same work may succeed in another try, and nothing would be paid twice: no task of it was
 * charged, may be charged or may still have a result. A loop or another execution knows nothing of such
 * a task, and would create one more.
 */
export function isRetryable(error: AiAppError): boolean {
	if (!kindOf(error.kind).mayPass) return false;
	const { createsNoTask, requestId, stoppedBy } = error.details;
	if (createsNoTask) return stoppedBy === undefined;
	const charge = costOf(error);
	return charge === 'free' || (charge === undefined && requestId === undefined);
}
