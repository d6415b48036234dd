import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import type { Credential } from '../../scripts/n8n/credentials.mts';
import type { Rest } from '../../scripts/n8n/rest.mts';
import {
	activateWorkflow,
	createWorkflow,
	withCredential,
	type StoredWorkflow,
	type WorkflowNode,
} from '../../scripts/n8n/workflows.mts';

/** Who executes it. */
export type Executor = {
	readonly rest: Rest;
	readonly credential: Credential;
	/** Of the process that receives webhooks. */
	readonly webhookUrl: string;
};

type RowNode = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters' | 'webhookId'>;

type Draft = {
	/** The last part of the URL. */
	readonly path: string;
	/** Whether a call is answered with the result, or at once. */
	readonly responseMode: 'lastNode' | 'onReceived';
	/** One after the other, behind the webhook. */
	readonly nodes: readonly RowNode[];
};

const PACKAGE = 'n8n-nodes-ai-app-tasks';

/** The name of the node that starts a published workflow. */
export const START = 'Webhook';

/** Publishes a workflow that starts with a webhook; returns its URL when n8n knows it. */
export async function publish(
	{ rest, credential, webhookUrl }: Executor,
	{ path, responseMode, nodes }: Draft,
): Promise<string> {
	const webhook = {
		...{ name: START, type: 'n8n-nodes-base.webhook', typeVersion: 2 },
		parameters: { path, httpMethod: 'POST', responseMode },
	};
	const row = [{ ...webhook, webhookId: path }, ...nodes];
	await publishRow({ rest, credential }, path, row);
	const url = `${webhookUrl}/webhook/${path}`;
	await untilRegistered(url);
	return url;
}

/** Publishes a workflow of these nodes, one after the other. */
export async function publishRow(
	{ rest, credential }: Pick<Executor, 'rest' | 'credential'>,
	name: string,
	row: readonly RowNode[],
): Promise<StoredWorkflow> {
	const nodes = row.map(({ name: nodeName, type, typeVersion, parameters, webhookId }, index) => ({
		...{ id: `node-${index}`, name: nodeName, type, typeVersion, parameters },
		...{ position: [index * 220, 0] as const, ...(webhookId && { webhookId }) },
	}));
	const links = nodes.slice(1).map((node, index) => {
		const next = { node: node.name, type: 'main', index: 0 };
		return [nodes[index]?.name ?? '', { main: [[next]] }] as const;
	});
	const settings = { executionOrder: 'v1' };
	const draft = { name, nodes, connections: Object.fromEntries(links), settings };
	const workflow = await createWorkflow(rest, withCredential(draft, PACKAGE, credential));
	await activateWorkflow(rest, workflow);
	return workflow;
}

async function untilRegistered(url: string): Promise<void> {
	await waitUntil(
		`${url} to be registered`,
		// Not its own method: the 404 lists the others once it is registered.
		async () => (await (await fetch(url)).text()).includes('POST') || undefined,
		{ timeoutMs: 60_000 },
	);
}
