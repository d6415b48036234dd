import { AiAppError } from '../../../client/index';

/**
 * Why the tasks of a callback could not be read, for the log: kind and message. The service's time
 * limit for a callback stops such a read.
 */
export function readFailureReason(error: unknown): string {
	if (!(error instanceof AiAppError)) return String(error);
	if (error.kind === 'execution_stopped') return "The service didn't respond in time";
	return `${error.kind}: ${error.message}`;
}
