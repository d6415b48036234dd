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

/** What an example needs of a stage: not that it can be stopped. */
type Place = Pick<Stage, 'credential' | 'rest'> & { readonly n8n: Pick<Stage['n8n'], 'url'> };

const PACKAGE_NAME = 'n8n-nodes-ai-app-tasks';

/** The example that the demo runs by itself. */
export const MAIN_EXAMPLE = 'generate-an-image.json';

/** The example whose URL a user pastes into another one. */
export const RECEIVING_EXAMPLE = 'start-a-workflow-receiver.json';

/** The file names of all example workflows. */
export function exampleFiles(projectFolder: string): readonly string[] {
	const files = readdirSync(join(projectFolder, 'workflows'));
	return files.filter((file) => file.endsWith('.json')).sort();
}

/**
 * A published example, with the stage's credential selected in our nodes, and the callback URL of
 * the other example in place of the one that a user pastes.
 */
export async function readExample(
	{ credential, n8n }: Place,
	projectFolder: string,
	file: string,
): Promise<Workflow> {
	const read = async (name: string) =>
		JSON.parse(await readFile(join(projectFolder, 'workflows', name), 'utf8')) as Workflow;
	const address = callbackUrl(n8n.url, await read(RECEIVING_EXAMPLE));
	return withCredential(withCallbackUrl(await read(file), address), PACKAGE_NAME, credential);
}

/** The production URL of a workflow that starts with our trigger; undefined for all others. */
function callbackUrl(n8nUrl: string, { nodes }: Workflow): string | undefined {
	const trigger = nodes.find(({ type }) => type === `${PACKAGE_NAME}.aiAppTrigger`);
	return trigger && `${n8nUrl}/webhook/${trigger.webhookId}/ai-app-task`;
}

/** The production URL of a workflow that starts with an n8n form; undefined for all others. */
export function formUrl(n8nUrl: string, { nodes }: Workflow): string | undefined {
	const form = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return form && `${n8nUrl}/form/${form.webhookId}`;
}

function withCallbackUrl(workflow: Workflow, callbackUrl: string | undefined): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.parameters['callbackUrl'] === ''
			? { ...node, parameters: { ...node.parameters, callbackUrl } }
			: node,
	);
	return { ...workflow, nodes };
}

/** Our node whose items are the example's result: the last one. */
export function resultNode({ nodes }: Workflow): string {
	const own = nodes.filter(({ type }) => type.startsWith(`${PACKAGE_NAME}.`));
	return own.at(-1)?.name ?? '';
}

/**
 * Adds an example that n8n doesn't have yet, and publishes it if it starts with a webhook, a form
 * or our trigger; an existing one is not changed.
 */
export async function addExample({ n8n, rest }: Place, example: Workflow): Promise<StoredWorkflow> {
	const present = await findWorkflow(rest, example.name);
	if (present !== undefined) return present;
	const added = await createWorkflow(rest, example);
	const addresses = [webhookUrl, callbackUrl, formUrl].map((find) => find(n8n.url, added));
	if (addresses.every((address) => address === undefined)) return added;
	await publish(rest, added);
	return readWorkflow(rest, added.id);
}

/**
 * A path that another workflow uses, for example a renamed copy of the example, stays with that
 * one.
 */
async function publish(rest: Rest, workflow: StoredWorkflow): Promise<void> {
	await activateWorkflow(rest, workflow).catch((error: unknown) => {
		const isTaken = error instanceof RestError && error.status === 409;
		if (!isTaken) throw error;
	});
}

/** Adds an example, or resets the one of the same name to its published version. */
export async function restoreExample({ rest }: Place, example: Workflow): Promise<StoredWorkflow> {
	const present = await findWorkflow(rest, example.name);
	return present === undefined
		? createWorkflow(rest, example)
		: replaceWorkflow(rest, present, example);
}
