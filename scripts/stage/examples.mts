import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { saveCredential, type Credential, type CredentialDraft } from '../n8n/credentials.mts';
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
	type WorkflowNode,
} from '../n8n/workflows.mts';
import type { Stage } from './stage.mts';

/** What an example needs of a stage: not that it can be stopped. */
type Place = Pick<Stage, 'credential' | 'rest'> & {
	readonly n8n: Pick<Stage['n8n'], 'url'>;
	/** Left out where no page is shown. */
	readonly emulator?: Pick<Stage['emulator'], 'storageUrl'>;
};

const PACKAGE_NAME = 'n8n-nodes-ai-app-tasks';

/** Whom the examples of a stage let in, and what a browser or curl then sends; those of tests. */
export const VISITOR = { user: 'demo', password: 'Demo-pass-1' };
export const CALLER = { name: 'X-Key', value: 'key-of-the-tests' };

export type Guests = {
	readonly visitor: typeof VISITOR;
	readonly caller: typeof CALLER;
	/** The credential of the Postgres nodes. */
	readonly database?: Credential | undefined;
};

/** By what a trigger asks for. */
function guardsFor({ visitor, caller }: Guests): Readonly<Record<string, CredentialDraft>> {
	return {
		basicAuth: { name: 'Visitors', type: 'httpBasicAuth', data: visitor },
		headerAuth: { name: 'Callers', type: 'httpHeaderAuth', data: caller },
	};
}

/** The example that the demo runs by itself. */
export const MAIN_EXAMPLE = 'generate-an-image.json';

/** The example whose URL a user pastes into another one. */
export const RECEIVING_EXAMPLE = 'start-a-workflow-receiver.json';

export type Example = {
	readonly file: string;
	/** What the demo can't provide. */
	readonly needs?: string;
	/** Works through a table of PostgreSQL, so it's published after the table was created. */
	readonly hasTable?: boolean;
};

/** All examples, in the order of their list (workflows/README.md). */
export const EXAMPLES: readonly Example[] = [
	{ file: MAIN_EXAMPLE },
	{ file: 'generate-an-image-from-a-form.json' },
	{ file: 'generate-images-in-a-chat.json' },
	{ file: 'edit-photos-in-a-telegram-bot.json', needs: 'a Telegram bot' },
	{ file: 'generate-pictures-in-a-whatsapp-bot.json', needs: 'a WhatsApp business account' },
	{ file: 'edit-a-photo-through-a-webhook.json' },
	{ file: 'edit-a-photo-in-the-style-of-a-picture.json' },
	{ file: 'generate-a-product-video-from-a-photo.json' },
	{ file: 'show-results-in-a-gallery.json' },
	{ file: 'edit-product-photos-in-bulk.json' },
	{ file: 'edit-woocommerce-product-photos.json', needs: 'a WooCommerce shop' },
	{ file: 'generate-images-from-google-sheets.json', needs: 'a Google account' },
	{ file: 'publish-videos-every-morning.json', needs: 'a chat model, a YouTube channel' },
	{
		file: 'post-on-linkedin-after-an-approval.json',
		needs: 'a chat model, a mail account, a LinkedIn account',
	},
	{ file: 'post-a-carousel-on-instagram.json', needs: 'a chat model, an Instagram account' },
	{ file: 'generate-scenes-and-merge-them.json', needs: 'a chat model' },
	{ file: 'generate-long-videos.json' },
	{ file: 'start-a-workflow-sender.json' },
	{ file: RECEIVING_EXAMPLE },
	{ file: 'ai-agent-that-generates-images.json', needs: 'a chat model' },
	{ file: 'generate-images-for-mcp-clients.json', needs: 'an MCP client' },
	{ file: 'approve-tasks-before-you-pay-for-them.json', needs: 'a mail account' },
	{ file: 'approve-tasks-in-slack.json', needs: 'a Slack workspace' },
	{ file: 'reuse-results-with-a-data-table.json' },
	{ file: 'fall-back-to-another-app.json' },
	{ file: 'archive-results-before-they-expire.json', needs: 'S3 storage' },
	{ file: 'recover-results-when-a-workflow-fails.json', needs: 'an API key of n8n' },
	{ file: 'recover-tasks-after-a-crash.json' },
	{ file: 'work-through-a-queue-create.json', hasTable: true },
	{ file: 'work-through-a-queue-collect.json', hasTable: true },
];

/** An example in n8n; `unpublished` is n8n's reason why it couldn't be published. */
export type AddedExample = StoredWorkflow & { readonly unpublished?: string };

/**
 * A published example, with the stage's credentials selected in our nodes and in those that others
 * call, the callback URL of the other example in place of the one that a user pastes, and the storage of
 * the emulator.
 */
export async function readExample(
	{ credential, emulator, n8n, rest }: Place,
	projectFolder: string,
	file: string,
	guests: Guests = { visitor: VISITOR, caller: CALLER },
): Promise<Workflow> {
	const read = async (name: string) =>
		JSON.parse(await readFile(join(projectFolder, 'workflows', name), 'utf8')) as Workflow;
	const address = callbackUrl(n8n.url, await read(RECEIVING_EXAMPLE));
	const example = await read(file);
	const guards = guardsFor(guests);
	const own = example.nodes.map((node) => withStorage(withPath(node, file), emulator?.storageUrl));
	const guarded = own.map((node) => withGuard(rest, node, guards));
	const nodes = withDatabase(await Promise.all(guarded), guests.database);
	const workflow = withCallbackUrl({ ...example, nodes }, address);
	return withCredential(workflow, PACKAGE_NAME, credential);
}

/** A page loads files of a storage in its own network only if that is entered in its code. */
function withStorage(node: WorkflowNode, storageUrl = ''): WorkflowNode {
	const { jsCode } = node.parameters;
	if (typeof jsCode !== 'string') return node;
	const entered = jsCode.replace("const ownStorage = '';", `const ownStorage = '${storageUrl}';`);
	return { ...node, parameters: { ...node.parameters, jsCode: entered } };
}

/** The editor gives a webhook without a path one of its own, and an ID, which n8n 1.x needs. */
function withPath(node: WorkflowNode, file: string): WorkflowNode {
	if (node.parameters['path'] !== '') return node;
	const parameters = { ...node.parameters, path: basename(file, '.json') };
	return { ...node, webhookId: randomUUID(), parameters };
}

async function withGuard(
	rest: Rest,
	node: WorkflowNode,
	guards: ReturnType<typeof guardsFor>,
): Promise<WorkflowNode> {
	const draft = guards[String(node.parameters['authentication'])];
	if (draft === undefined) return node;
	const { id, name, type } = await saveCredential(rest, draft);
	return { ...node, credentials: { [type]: { id, name } } };
}

function withDatabase(
	nodes: readonly WorkflowNode[],
	database: Credential | undefined,
): readonly WorkflowNode[] {
	if (database === undefined) return nodes;
	const { id, name, type } = database;
	return nodes.map((node) =>
		node.type === 'n8n-nodes-base.postgres'
			? { ...node, credentials: { [type]: { id, name } } }
			: node,
	);
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

/** n8n may have had another port when an example was added, to which callbacks would be sent in vain. */
function atPort(n8nUrl: string, workflow: StoredWorkflow): StoredWorkflow | undefined {
	const nodes = workflow.nodes.map((node) => {
		const url = String(node.parameters['callbackUrl'] ?? '');
		const current = url.replace(
			/^http:\/\/127\.0\.0\.1:\d+(?=\/webhook\/[^/]+\/ai-app-task$)/,
			n8nUrl,
		);
		return current === url
			? node
			: { ...node, parameters: { ...node.parameters, callbackUrl: current } };
	});
	return nodes.every((node, n) => node === workflow.nodes[n]) ? undefined : { ...workflow, nodes };
}

/**
 * Adds an example that n8n doesn't have yet, and publishes it if it starts with a webhook, a form
 * or our trigger. If n8n refuses to publish it, for example because a node lacks its credential, it is
 * added unpublished. Of an existing one, only a callback URL at another port is changed.
 * @param isPublished false: it's only added
 */
export async function addExample(
	{ n8n, rest }: Place,
	example: Workflow,
	isPublished = true,
): Promise<AddedExample> {
	const present = await findWorkflow(rest, example.name);
	const moved = present && atPort(n8n.url, present);
	if (moved) return replaceWorkflow(rest, present, moved);
	if (present !== undefined) return present;
	const added = await createWorkflow(rest, example);
	if (!isPublished) return added;
	const addresses = [webhookUrl, callbackUrl, formUrl].map((find) => find(n8n.url, added));
	if (addresses.every((address) => address === undefined)) return added;
	try {
		await activateWorkflow(rest, added);
	} catch (error) {
		if (error instanceof RestError) return { ...added, unpublished: error.reason };
		throw error;
	}
	return readWorkflow(rest, added.id);
}

/** Adds an example, or resets the one of the same name to its published version. */
export async function restoreExample({ rest }: Place, example: Workflow): Promise<StoredWorkflow> {
	const present = await findWorkflow(rest, example.name);
	return present === undefined
		? createWorkflow(rest, example)
		: replaceWorkflow(rest, present, example);
}
