import { AiAppError } from '../../../client/index';

/**
 * Why the tasks of a callback could not be read, for the log: kind and message. A read is stopped by
 * the time that the service gives a callback.
 */
export function reasonOf(error: unknown): string {
	if (!(error instanceof AiAppError)) return String(error);
	if (error.kind === 'execution_stopped') return 'The service did not answer in time';
	return `${error.kind}: ${error.message}`;
}
