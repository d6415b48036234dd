import type { IExecuteFunctions } from 'n8n-workflow';
import type { Progress } from '../../../client/index';
import { say } from '../../../client/index';
import type { Hints } from './executionHints';

/** n8n keeps at most ten searchable values for each execution; some are left to the workflow. */
const SEARCHABLE_IDS = 5;

const HEADERS_IGNORED =
	'The service kept the connection open until the task had ended, so it does not know the task headers that this node sends. Open the AI App API credential and check Task Header Prefix. Until then a task that takes longer than a minute is lost to the workflow, and charged.';
const NOBODY_CALLS =
	'Nobody will call back: the result is in the item, and the Callback URL or the sleeping execution gets nothing.';

/** Task ids in n8n's log, and the first few as searchable data of the execution. */
export function createProgress(ctx: IExecuteFunctions, hints: Hints): Progress {
	let created = 0;
	const told = new Set<string>();
	return {
		created: (requestId, appId) => {
			ctx.logger.info(say`AI app task created: ${requestId}`, { requestId, appId });
			created += 1;
			if (created > SEARCHABLE_IDS) return;
			const name = created === 1 ? 'ai_app_request_id' : `ai_app_request_id_${created}`;
			// Older versions of n8n have no such data.
			(ctx.customData as typeof ctx.customData | undefined)?.set(name, requestId);
		},
		headersIgnored: (callbackAwaited) => {
			const message = callbackAwaited ? `${HEADERS_IGNORED} ${NOBODY_CALLS}` : HEADERS_IGNORED;
			hints.add(message);
			if (!told.has(message)) ctx.logger.warn(message);
			told.add(message);
		},
		note: (message, details) => ctx.logger.info(message, { ...details }),
	};
}
