import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saveCredential } from '../../scripts/n8n/credentials.mts';
import {
	createWorkflow,
	type StoredWorkflow,
	type Workflow,
} from '../../scripts/n8n/workflows.mts';
import { firstRunOf, outputOf, runOf, runsOfAll } from './runs.mts';
import type { Setting } from './setting.mts';

/** How the workflow is called in tables. */
export const PEER = 'HTTP Request + Wait 5 s + If';

const FILE = join(import.meta.dirname, '..', 'peers', 'http-request-loop.json');

/** Stores the workflow that people build from n8n's own nodes; it starts with this many items. */
export async function storePeer(
	{ rest, service: { apiKey, baseUrl } }: Setting,
	items: number,
): Promise<StoredWorkflow> {
	const workflow = JSON.parse(await readFile(FILE, 'utf8')) as Workflow;
	const { id, name } = await saveCredential(rest, {
		name: 'Key of the service',
		type: 'httpHeaderAuth',
		data: { name: 'Authorization', value: `Bearer ${apiKey}` },
	});
	const nodes = workflow.nodes.map((node) =>
		node.type === 'n8n-nodes-base.httpRequest'
			? { ...node, credentials: { httpHeaderAuth: { id, name } } }
			: node,
	);
	const pinned = Array.from({ length: items }, () => ({ json: { service: baseUrl } }));
	const draft = { ...workflow, nodes, pinData: { Trigger: pinned } };
	return createWorkflow(rest, draft);
}

/**
 * The first task of a run, and when the first node has begun and the last one has returned, in
 * milliseconds since 1970.
 * @throws when the execution does not succeed
 */
export async function runPeer(
	{ rest }: Setting,
	workflow: StoredWorkflow,
): Promise<{
	readonly requestId: string;
	readonly begunAt: number;
	readonly returnedAt: number;
}> {
	const runs = await runsOfAll(rest, workflow);
	const first = firstRunOf(runs, 'Create');
	const last = runOf(runs, 'Outputs');
	const requestId = String(outputOf(first)[0]?.json['request_id']);
	const returnedAt = last.startTime + last.executionTime;
	return { requestId, begunAt: first.startTime, returnedAt };
}
