import { AiAppError } from '../../../client/index';

export const ALLOW_PRIVATE_ADVICE =
	"If the service can reach this URL, turn on 'Allow Private Callback URL' in the options.";

/** The service gives up on a callback after about 10 s (spec: Events), and n8n needs some of them. */
export const CALLBACK_BUDGET_MS = 7_000;

/**
 * Why the tasks of a callback could not be read, for the log: kind and message. The service's time
 * limit for a callback stops such a read.
 */
export function readFailureReason(error: unknown): string {
	if (!(error instanceof AiAppError)) return String(error);
	if (error.kind === 'execution_stopped') return "The service didn't respond in time";
	return `${error.kind}: ${error.message}`;
}
