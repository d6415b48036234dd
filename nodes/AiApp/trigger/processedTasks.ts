import type { IWebhookFunctions } from 'n8n-workflow';
import { createBoundedStore } from '../../../client/index';
import { clock } from '../transport/clock';

/** Enough for callbacks of all triggers that may be repeated: ten within a minute for each task. */
const MAX_IN_MEMORY = 100_000;
const MAX_IN_WORKFLOW = 200;

const MEMBER = 'deliveredTasks';

/**
 * The request ids that have started a workflow in this process. If there are too many, the trigger
 * with the most forgets its oldest, so that no trigger makes another one start a workflow twice.
 */
const started = createBoundedStore({
	maxWeight: MAX_IN_MEMORY,
	idleMs: Infinity,
	now: clock.now,
}).section<true>('started');

/** The tasks whose callbacks have already started this workflow. */
export type ProcessedTasks = {
	readonly has: (requestId: string) => boolean;
	/** n8n saves it together with the start of a production execution, and not if the start fails. */
	readonly addToWorkflow: (requestId: string) => void;
	/** For the time between that and the end of this process. */
	readonly addToMemory: (requestId: string) => void;
};

/**
 * Bounded memory, exact within one process, and a bounded list in the workflow's static data, which
 * outlives it. Callbacks that n8n handles at the same time save over each other's lists.
 */
export function createProcessedTasks(ctx: IWebhookFunctions): ProcessedTasks {
	const keyOf = (requestId: string) =>
		`${ctx.getWorkflow().id ?? ''}/${ctx.getNode().id}:${requestId}`;
	const saved = ctx.getWorkflowStaticData('node');
	const list = (): string[] => (Array.isArray(saved[MEMBER]) ? saved[MEMBER].map(String) : []);

	return {
		has: (requestId) => started.get(keyOf(requestId)) ?? list().includes(requestId),
		addToWorkflow: (requestId) => {
			saved[MEMBER] = [...list(), requestId].slice(-MAX_IN_WORKFLOW);
		},
		addToMemory: (requestId) => started.set(keyOf(requestId), true),
	};
}
