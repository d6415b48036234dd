import type { IWebhookFunctions } from 'n8n-workflow';

/** Enough for the deliveries that can be repeated at the same time: ten within a minute for each task. */
const REMEMBERED_IN_MEMORY = 5_000;
const REMEMBERED_IN_WORKFLOW = 200;

const MEMBER = 'deliveredTasks';

/** Workflow, node and request id of what started a workflow in this process, oldest first. */
const inMemory = new Set<string>();

/** The callbacks that have started this workflow already. */
export type SeenBefore = {
	readonly has: (requestId: string) => boolean;
	/** n8n saves it together with the start of a production run, and not when that goes wrong. */
	readonly addToWorkflow: (requestId: string) => void;
	/** For the time between that and the end of this process. */
	readonly addToMemory: (requestId: string) => void;
};

/**
 * A bounded set in memory, exact within one process, and a bounded list in the workflow's static
 * data, which outlives it. Callbacks that n8n handles at the same time save over each other's lists.
 */
export function createSeenBefore(fns: IWebhookFunctions): SeenBefore {
	const scope = `${fns.getWorkflow().id ?? ''}:${fns.getNode().id}`;
	const saved = fns.getWorkflowStaticData('node');
	const list = (): string[] => (Array.isArray(saved[MEMBER]) ? saved[MEMBER].map(String) : []);

	return {
		has: (requestId) => inMemory.has(`${scope}:${requestId}`) || list().includes(requestId),
		addToWorkflow: (requestId) => {
			saved[MEMBER] = [...list(), requestId].slice(-REMEMBERED_IN_WORKFLOW);
		},
		addToMemory: (requestId) => {
			inMemory.add(`${scope}:${requestId}`);
			const oldest = inMemory.values().next();
			if (inMemory.size > REMEMBERED_IN_MEMORY && !oldest.done) inMemory.delete(oldest.value);
		},
	};
}
