import type { IWebhookFunctions } from 'n8n-workflow';
import { AiAppError, settle, phaseOf, readOutputs, type TaskResult } from '../../../client/index';
import { clock } from '../transport/clock';
import { createServiceClient } from '../transport/serviceClient';
import { tellOfTrouble } from './warnings';

export type FetchedTask =
	| { readonly found: 'result'; readonly result: TaskResult }
	/** Somebody else's task. */
	| { readonly found: 'nothing' }
	/** Asking again later may tell. */
	| { readonly found: 'notYet' }
	/** It could not be asked for; the log says why. */
	| { readonly found: 'unread' };

/**
 * Asks the service for the task that a callback speaks of: the body of a callback can be forged,
 * what the API key reads cannot.
 */
export async function fetchTask(
	ctx: IWebhookFunctions,
	requestId: string,
	limit: AbortSignal,
): Promise<FetchedTask> {
	const read = await settle(async () => {
		const { tasks } = (await createServiceClient(ctx)).client;
		const task = await tasks.status(requestId, limit);
		if (!phaseOf(task.status).terminal) return undefined;
		const isGood = task.status === 'Success';
		const outputs = isGood ? await readOutputs(tasks, clock, requestId, limit) : [];
		return { requestId, task, outputs };
	});
	if (read.ok) return read.value ? { found: 'result', result: read.value } : { found: 'notYet' };
	const { error } = read;
	if (error instanceof AiAppError && error.kind === 'forbidden') return { found: 'nothing' };
	// The record of a new task may come late.
	if (error instanceof AiAppError && error.kind === 'task_not_found') return { found: 'notYet' };
	tellOfTrouble(ctx, requestId, error);
	return { found: 'unread' };
}
