import type { IWebhookFunctions } from 'n8n-workflow';
import { AiAppError, attempted, phaseOf, type ResultBody } from '../../../client/index';
import { connect } from '../transport/connect';

/** The service gives up on a callback after about 10 s (spec: Events). */
const TIME_LIMIT_MS = 7_000;

export type ReadBack =
	| { readonly found: 'result'; readonly result: ResultBody }
	/** Somebody else's task, or none. */
	| { readonly found: 'nothing' }
	/** Asking again later may tell. */
	| { readonly found: 'notYet' };

/**
 * Asks the service for the task that a callback speaks of: the body of a callback can be forged,
 * what the API key reads cannot.
 */
export async function readBack(fns: IWebhookFunctions, requestId: string): Promise<ReadBack> {
	const signal = AbortSignal.timeout(TIME_LIMIT_MS);
	const read = await attempted(async () => {
		const { tasks } = (await connect(fns)).client;
		const task = await tasks.status(requestId, signal);
		if (!phaseOf(task.status).terminal) return undefined;
		const outputs = task.status === 'Success' ? await tasks.outputs(requestId, signal) : [];
		return { requestId, task, outputs };
	});
	if (read.ok) return read.value ? { found: 'result', result: read.value } : { found: 'notYet' };
	const isForeign = read.error instanceof AiAppError && read.error.kind === 'forbidden';
	return { found: isForeign ? 'nothing' : 'notYet' };
}
