import type { Credential } from '../../scripts/n8n/credentials.mts';
import {
	createWorkflow,
	withCredential,
	type StoredWorkflow,
	type WorkflowNode,
} from '../../scripts/n8n/workflows.mts';
import type { Rest } from '../../scripts/n8n/rest.mts';

const PACKAGE_NAME = 'n8n-nodes-ai-app-tasks';

export const TRIGGER = 'Trigger';

export type BenchNode = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters'> & {
	/** The name of the node in front of it. */
	readonly after: string;
};

type Draft = {
	readonly name: string;
	readonly nodes: readonly BenchNode[];
	readonly credential: Credential;
	/** How many items the trigger returns. */
	readonly items?: number;
};

/** Stores a workflow that starts with a manual trigger. */
export function storeWorkflow(rest: Rest, draft: Draft): Promise<StoredWorkflow> {
	const { name, credential, items = 1 } = draft;
	const trigger = { name: TRIGGER, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
	const nodes = [{ ...trigger, parameters: {} }, ...draft.nodes].map(
		({ name: nodeName, type, typeVersion, parameters }, index): WorkflowNode => ({
			...{ id: `node-${index}`, name: nodeName, type, typeVersion, parameters },
			position: [index * 220, 0],
		}),
	);
	const pinned = Array.from({ length: items }, (_, number) => ({ json: { number } }));
	const workflow = {
		...{ name, nodes, connections: connectionsOf(draft.nodes) },
		pinData: { [TRIGGER]: pinned },
		settings: { executionOrder: 'v1' },
	};
	return createWorkflow(rest, withCredential(workflow, PACKAGE_NAME, credential));
}

function connectionsOf(nodes: readonly BenchNode[]): Record<string, unknown> {
	const sources = [...new Set(nodes.map(({ after }) => after))];
	return Object.fromEntries(
		sources.map((source) => {
			const next = nodes.filter(({ after }) => after === source);
			return [source, { main: [next.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] }];
		}),
	);
}

/** Our node with these parameters. */
export function aiApp(name: string, after: string, parameters: BenchNode['parameters']): BenchNode {
	return { name, after, type: `${PACKAGE_NAME}.aiApp`, typeVersion: 1, parameters };
}

/** What a user would do without our node. */
export function httpRequest(
	name: string,
	after: string,
	parameters: BenchNode['parameters'],
): BenchNode {
	return { name, after, type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
}

/** A node that does nothing, to see when the next one starts. */
export function nothing(name: string, after: string): BenchNode {
	return { name, after, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
}
