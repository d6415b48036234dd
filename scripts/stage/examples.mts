import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RestError, type Rest } from '../n8n/rest.mts';
import {
	activateWorkflow,
	createWorkflow,
	findWorkflow,
	readWorkflow,
	replaceWorkflow,
	webhookUrl,
	withCredential,
	type StoredWorkflow,
	type Workflow,
} from '../n8n/workflows.mts';
import type { Stage } from './stage.mts';

const PACKAGE_NAME = 'n8n-nodes-ai-app-tasks';

/** The example that the demo runs by itself. */
export const MAIN_EXAMPLE = 'text-to-picture.json';

/** The file names of all example workflows. */
export function exampleFiles(projectFolder: string): readonly string[] {
	const files = readdirSync(join(projectFolder, 'workflows'));
	return files.filter((file) => file.endsWith('.json')).sort();
}

/** An example as it is published, with the stage's credential chosen in our nodes. */
export async function readExample(
	{ credential }: Stage,
	projectFolder: string,
	file: string,
): Promise<Workflow> {
	const text = await readFile(join(projectFolder, 'workflows', file), 'utf8');
	return withCredential(JSON.parse(text) as Workflow, PACKAGE_NAME, credential);
}

/** The node of ours whose items are the example's result: the last one. */
export function resultNode({ nodes }: Workflow): string {
	const own = nodes.filter(({ type }) => type.startsWith(`${PACKAGE_NAME}.`));
	return own.at(-1)?.name ?? '';
}

/**
 * Adds an example that n8n has not got yet, listening if it begins with a webhook; one that is there
 * stays as its user left it.
 */
export async function addExample({ n8n, rest }: Stage, example: Workflow): Promise<StoredWorkflow> {
	const present = await findWorkflow(rest, example.name);
	if (present !== undefined) return present;
	const added = await createWorkflow(rest, example);
	if (webhookUrl(n8n.url, added) === undefined) return added;
	await publish(rest, added);
	return readWorkflow(rest, added.id);
}

/** A path that another workflow has taken, say a renamed copy of the example, stays with that one. */
async function publish(rest: Rest, workflow: StoredWorkflow): Promise<void> {
	await activateWorkflow(rest, workflow).catch((error: unknown) => {
		const isTaken = error instanceof RestError && error.status === 409;
		if (!isTaken) throw error;
	});
}

/** Adds an example, or brings the one of the same name back to its published form. */
export async function restoreExample({ rest }: Stage, example: Workflow): Promise<StoredWorkflow> {
	const present = await findWorkflow(rest, example.name);
	return present === undefined
		? createWorkflow(rest, example)
		: replaceWorkflow(rest, present, example);
}
