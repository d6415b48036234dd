import type { IExecuteFunctions } from 'n8n-workflow';
import type { Progress } from '../../../client/index';

/** n8n keeps at most ten searchable values for each execution; some are left to the workflow. */
const SEARCHABLE_IDS = 5;

/** Task ids in n8n's log, and the first few as searchable data of the execution. */
export function createProgress(fns: IExecuteFunctions): Progress {
	let created = 0;
	return {
		created: (requestId, appId) => {
			fns.logger.info(`AI app task created: ${requestId}`, { requestId, appId });
			created += 1;
			if (created > SEARCHABLE_IDS) return;
			const name = created === 1 ? 'ai_app_request_id' : `ai_app_request_id_${created}`;
			// Older versions of n8n have no such data.
			(fns.customData as typeof fns.customData | undefined)?.set(name, requestId);
		},
		note: (message, details) => fns.logger.info(message, { ...details }),
	};
}
