import type { IExecuteFunctions } from 'n8n-workflow';
import { say, type Progress } from '../../../client/index';
import { moneySentence } from '../words/money';
import type { Hints } from './executionHints';

/** n8n keeps at most ten searchable values for each execution; the workflow gets the others. */
const SEARCHABLE_IDS = 5;

const HEADERS_IGNORED =
	"The service kept the connection open until the task finished, so it doesn't know the task headers of this node. Check 'Task Header Prefix' under 'More Settings' in the credential. Until then, the workflow loses tasks that take longer than a minute.";
const NO_CALLBACK = "The service won't send a callback. The result is in the item.";

/**
 * Writes what becomes of tasks into n8n's log, and the first request IDs into the searchable data
 * of the execution.
 */
export function createProgress(ctx: IExecuteFunctions, hints: Hints): Progress {
	let created = 0;
	const logged = new Set<string>();
	const execution = ctx.getExecutionId();
	// In text format, n8n's log contains only the message.
	const within = [...(execution ? [`execution ${execution}`] : []), `node ${ctx.getNode().name}`];
	return {
		created: (requestId, appId, itemIndex) => {
			const where = [...within, `item ${itemIndex}`];
			ctx.logger.info(say`AI app task created: ${requestId} (${where})`, { requestId, appId });
			created += 1;
			if (created > SEARCHABLE_IDS) return;
			const name = created === 1 ? 'ai_app_request_id' : `ai_app_request_id_${created}`;
			// Older versions of n8n have no such data.
			(ctx.customData as typeof ctx.customData | undefined)?.set(name, requestId);
		},
		headersIgnored: (callbackAwaited) => {
			const ignored = `${HEADERS_IGNORED} ${moneySentence('unknown')}`;
			const message = callbackAwaited ? `${NO_CALLBACK} ${ignored}` : ignored;
			hints.add(message);
			if (!logged.has(message)) ctx.logger.warn(message);
			logged.add(message);
		},
		note: (message, details, cost) => {
			const what = cost === undefined ? message : `${message}. ${moneySentence(cost)}`;
			ctx.logger.info(`${what} ${say`(${within})`}`, { ...details });
		},
	};
}
