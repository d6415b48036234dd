import type { IWebhookFunctions } from 'n8n-workflow';
import {
	AiAppError,
	isKnownCode,
	hasEnded,
	decideEnd,
	readOutputs,
	settle,
	type TaskResult,
} from '../../../client/index';
import { clock } from '../transport/clock';
import { createServiceClient } from '../transport/serviceClient';
import { logUnreadTask } from './warnings';

export type FetchedTask =
	| { readonly found: 'result'; readonly result: TaskResult }
	/** The task of another account. */
	| { readonly found: 'nothing' }
	/** Unknown until the callback is repeated. */
	| { readonly found: 'notYet' }
	/** The request failed; the log says why. */
	| { readonly found: 'unread' };

/**
 * Fetches the task of a callback from the service: the body of a callback can be forged, the
 * response to the API key can't.
 */
export async function fetchTask(
	ctx: IWebhookFunctions,
	requestId: string,
	limit: AbortSignal,
): Promise<FetchedTask> {
	const read = await settle(async () => {
		const { tasks } = (await createServiceClient(ctx)).client;
		const task = await tasks.status(requestId, limit);
		if (!hasEnded(task)) return undefined;
		const outputs = await readOutputs(tasks, clock, { requestId, task }, limit);
		return decideEnd({ requestId, task, outputs });
	});
	if (read.ok) return read.value ? { found: 'result', result: read.value } : { found: 'notYet' };
	const { error } = read;
	if (isOfAnotherAccount(error)) return { found: 'nothing' };
	// The record of a new task may come late.
	if (error instanceof AiAppError && error.kind === 'task_not_found') return { found: 'notYet' };
	logUnreadTask(ctx, requestId, error);
	return { found: 'unread' };
}

/** An account that is refused as a whole may be let in again, so its callbacks are to be repeated. */
function isOfAnotherAccount(error: unknown): boolean {
	if (!(error instanceof AiAppError) || error.kind !== 'forbidden') return false;
	const { code } = error.details;
	return code !== undefined && !isKnownCode(code);
}
