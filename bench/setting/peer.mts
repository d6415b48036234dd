import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saveCredential } from '../../scripts/n8n/credentials.mts';
import {
	createWorkflow,
	withCredential,
	type StoredWorkflow,
	type Workflow,
} from '../../scripts/n8n/workflows.mts';
import { withItems } from './nodes.mts';
import { courseOf, runAll, type Course } from './runs.mts';
import type { Setting } from './setting.mts';

/** How the workflow is called in tables. */
export const PEER = 'HTTP Request + Wait 5 s + If';

const FILE = join(import.meta.dirname, '..', 'peers', 'http-request-loop.json');

/** Stores the workflow that people build from n8n's own nodes; it starts with this many items. */
export async function storePeer(
	{ rest, emulator: { apiKey, apiUrl } }: Setting,
	items: number,
): Promise<StoredWorkflow> {
	const workflow = JSON.parse(await readFile(FILE, 'utf8')) as Workflow;
	const credential = await saveCredential(rest, {
		name: 'Key of the service',
		type: 'httpHeaderAuth',
		data: { name: 'Authorization', value: `Bearer ${apiKey}` },
	});
	const own = withCredential(workflow, 'n8n-nodes-base', credential);
	return createWorkflow(rest, withItems(items, own, { service: apiUrl }));
}

/**
 * From its first request to its last one.
 * @throws when the execution does not succeed
 */
export async function runPeer({ rest }: Setting, workflow: StoredWorkflow): Promise<Course> {
	return courseOf(await runAll(rest, workflow), 'Create', 'Outputs');
}
