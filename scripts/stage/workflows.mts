import { waitUntil } from '../n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	withCredential,
	type StoredWorkflow,
	type Workflow,
	type WorkflowNode,
} from '../n8n/workflows.mts';
import type { Stage } from './stage.mts';

/** A node but for its id and place, which are given by its position in a list. */
export type NodeDraft = Pick<WorkflowNode, 'name' | 'type'> &
	Partial<Omit<WorkflowNode, 'id' | 'name' | 'type'>>;

type Account = Pick<Stage, 'rest' | 'credential'>;

export const start: NodeDraft = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

/** A workflow of nodes one after the other, the first output of each into the next. */
export function chain(name: string, ...drafts: readonly NodeDraft[]): Workflow {
	const links = drafts
		.slice(1)
		.map((draft, index): [string, unknown] => [
			drafts[index]?.name ?? '',
			{ main: [[{ node: draft.name, type: 'main', index: 0 }]] },
		]);
	return {
		name,
		settings: { executionOrder: 'v1' },
		connections: Object.fromEntries(links),
		nodes: drafts.map((draft, index) => ({
			typeVersion: 1,
			parameters: {},
			...draft,
			id: `node-${index}`,
			position: [index * 240, 0] as const,
		})),
	};
}

/** Stores a workflow whose nodes of this package have the credential. */
export function store({ rest, credential }: Account, workflow: Workflow): Promise<StoredWorkflow> {
	return createWorkflow(rest, withCredential(workflow, 'n8n-nodes-ai-app-tasks', credential));
}

/** Publishes a workflow, and waits until n8n responds at this URL of it. */
export async function publish(
	{ rest }: Pick<Account, 'rest'>,
	workflow: StoredWorkflow,
	url: string,
): Promise<void> {
	await activateWorkflow(rest, workflow);
	await waitUntil(
		`${url} to be registered`,
		// Not its own method: the 404 lists the others once it is registered.
		async () => (await (await fetch(url)).text()).includes('POST') || undefined,
		{ timeoutMs: 60_000 },
	);
}
