import type { Credential } from './credentials.mts';
import type { Rest } from './rest.mts';

export type WorkflowNode = {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly [number, number];
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly credentials?: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
	/** For nodes with a webhook. Without it, the workflow's own ID becomes a part of their URLs. */
	readonly webhookId?: string;
	readonly onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	readonly retryOnFail?: boolean;
	readonly maxTries?: number;
	/** Milliseconds. */
	readonly waitBetweenTries?: number;
};

export type Workflow = {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: Readonly<Record<string, unknown>>;
	readonly settings: Readonly<Record<string, unknown>>;
};

export type StoredWorkflow = Workflow & {
	readonly id: string;
	readonly versionId: string;
	/** Whether it is published, so that its triggers and webhooks are live. */
	readonly active: boolean;
};

export function createWorkflow(rest: Rest, workflow: Workflow): Promise<StoredWorkflow> {
	// n8n 1.x requires the field that it is not active. Without pinned data, n8n's editor fails each
	// second time when a single node is run after the workflow.
	return rest.call('POST', '/rest/workflows', { active: false, pinData: {}, ...workflow });
}

export function readWorkflow(rest: Rest, id: string): Promise<StoredWorkflow> {
	return rest.call('GET', `/rest/workflows/${id}`);
}

export async function findWorkflow(rest: Rest, name: string): Promise<StoredWorkflow | undefined> {
	// The list contains no nodes.
	const all = await rest.call<ReadonlyArray<Pick<StoredWorkflow, 'id' | 'name'>>>(
		'GET',
		'/rest/workflows',
	);
	const found = all.find((workflow) => workflow.name === name);
	return found && readWorkflow(rest, found.id);
}

/** Overwrites a stored workflow, but for its id. */
export async function replaceWorkflow(
	rest: Rest,
	{ id, versionId }: StoredWorkflow,
	workflow: Workflow,
): Promise<StoredWorkflow> {
	return rest.call('PATCH', `/rest/workflows/${id}`, { pinData: {}, ...workflow, versionId });
}

/** Its triggers and webhooks go live; n8n registers them a moment after this returns. */
export async function activateWorkflow(rest: Rest, workflow: StoredWorkflow): Promise<void> {
	const { id, versionId } = workflow;
	await rest.call('POST', `/rest/workflows/${id}/activate`, { versionId });
}

/** The production URL of a workflow that starts with a webhook; undefined for all others. */
export function webhookUrl(n8nUrl: string, { nodes }: Workflow): string | undefined {
	const webhook = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
	return webhook && `${n8nUrl}/webhook/${String(webhook.parameters['path'])}`;
}

export async function deactivateWorkflow(rest: Rest, { id }: StoredWorkflow): Promise<void> {
	await rest.call('POST', `/rest/workflows/${id}/deactivate`, {});
}

/** The workflow with the credential chosen in each node of one package. */
export function withCredential<W extends Workflow>(
	workflow: W,
	packageName: string,
	{ id, name, type }: Credential,
): W {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(`${packageName}.`)
			? { ...node, credentials: { [type]: { id, name } } }
			: node,
	);
	return { ...workflow, nodes };
}
