import type { IWebhookFunctions } from 'n8n-workflow';
import { dropOldest } from '../../../client/index';
import { createPerTrigger } from './perTrigger';

/** Enough for callbacks that may be repeated at the same time: ten within a minute for each task. */
const MAX_IN_MEMORY = 5_000;
const MAX_IN_WORKFLOW = 200;

const MEMBER = 'deliveredTasks';

/** The request ids that have started a workflow in this process, oldest first. */
const inMemory = createPerTrigger(() => new Set<string>());

/** The tasks whose callbacks have already started this workflow. */
export type ProcessedTasks = {
	readonly has: (requestId: string) => boolean;
	/** n8n saves it together with the start of a production execution, and not if the start fails. */
	readonly addToWorkflow: (requestId: string) => void;
	/** For the time between that and the end of this process. */
	readonly addToMemory: (requestId: string) => void;
};

/**
 * A bounded set in memory for each trigger, exact within one process, and a bounded list in the workflow's static
 * data, which outlives it. Callbacks that n8n handles at the same time save over each other's lists.
 */
export function createProcessedTasks(ctx: IWebhookFunctions): ProcessedTasks {
	const started = inMemory(ctx);
	const saved = ctx.getWorkflowStaticData('node');
	const list = (): string[] => (Array.isArray(saved[MEMBER]) ? saved[MEMBER].map(String) : []);

	return {
		has: (requestId) => started.has(requestId) || list().includes(requestId),
		addToWorkflow: (requestId) => {
			saved[MEMBER] = [...list(), requestId].slice(-MAX_IN_WORKFLOW);
		},
		addToMemory: (requestId) => {
			started.add(requestId);
			dropOldest(started, MAX_IN_MEMORY);
		},
	};
}
