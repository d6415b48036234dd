import { AiAppError } from '../errors/AiAppError';

/** The task waited for its turn until the end, and was never refused itself. */
export function withoutPlace(): AiAppError {
	return new AiAppError(
		'busy',
		'No place for the task became free within the max wait time',
		{},
		"Raise 'Max Wait Time' under 'Limits', or 'Max Tasks at a Time (All Executions)' in the credential if it's set.",
	);
}
