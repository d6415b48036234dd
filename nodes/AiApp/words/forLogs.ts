import type { AiAppError } from '../../../client/index';

/**
 * Why the tasks of a callback could not be read, for the log: kind and message. The service's time
 * limit for a callback stops such a read.
 */
export function readFailureReason({ kind, message }: AiAppError): string {
	return kind === 'execution_stopped'
		? "The service didn't respond in time"
		: `${kind}: ${message}`;
}
