import { join } from 'node:path';
import type { Locator, Page, Response } from 'playwright-core';
import type { Rest } from '../../../scripts/n8n/rest.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	findWorkflow,
	type StoredWorkflow,
	type Workflow,
} from '../../../scripts/n8n/workflows.mts';
import { openChromium } from './chromium.mts';
import { newCredential, type CredentialPanel } from './credentialPanel.mts';
import { nodePanel, type NodePanel } from './nodePanel.mts';
import { projectFolder, type TestStage } from './testStage.mts';
import { visit } from './visit.mts';

/** n8n's editor in a browser, signed in; it shows one workflow at a time. */
export type Editor = {
	readonly page: Page;
	newCredential(type: string): Promise<CredentialPanel>;
	open(workflow: StoredWorkflow): Promise<void>;
	/** A new workflow with nothing but a manual trigger. */
	openNew(): Promise<void>;
	/** Imports the file of a workflow into a new one; what n8n has stored of it. */
	importFile(file: string, workflow: Workflow): Promise<StoredWorkflow>;
	/** Searches for a node to add after the first one; what the editor shows of the results. */
	searchNode(words: string): Promise<readonly string[]>;
	/** Adds a node that was found, by one of its actions. */
	addNode(name: string, action: string): Promise<NodePanel>;
	openNode(name: string): Promise<NodePanel>;
	closeNode(): Promise<void>;
	executeWorkflow(): Promise<void>;
	/** Presses the stop button and waits until the editor confirms it. */
	stopExecution(): Promise<void>;
	/** Written to test/e2e/screenshots. */
	screenshot(name: string): Promise<void>;
	close(): Promise<void>;
};

const STEP_TIMEOUT_MS = 60_000;
const VIEWPORT = { width: 1440, height: 900 };

export type Look = {
	readonly colorScheme?: 'light' | 'dark';
	readonly viewport?: { readonly width: number; readonly height: number };
};

export async function openEditor({ n8n, rest, keep }: TestStage, look: Look = {}): Promise<Editor> {
	const browser = await openChromium();
	const context = await browser.newContext({ viewport: VIEWPORT, ...look });
	context.setDefaultTimeout(STEP_TIMEOUT_MS);
	const { authCookie, browserId } = rest.session();
	await context.addCookies([{ name: 'n8n-auth', value: authCookie, url: n8n.url }]);
	await context.addInitScript((id) => localStorage.setItem('n8n-browserId', id), browserId);
	const page = await context.newPage();
	const answers: Array<Promise<void>> = [];
	page.on('response', (response) => answers.push(keepAnswer(response, keep)));
	const close = async () => {
		await Promise.all(answers);
		await browser.close();
	};
	return {
		page,
		newCredential: (type) => newCredential(page, n8n.url, type),
		...canvas(page, n8n.url),
		...nodeCreator(page, n8n.url),
		importFile: (file, workflow) => importFile(page, rest, n8n.url, file, workflow),
		close,
	};
}

/** What n8n sends to the editor; its own scripts, styles and images contain no user data. */
async function keepAnswer(response: Response, keep: TestStage['keep']): Promise<void> {
	const url = new URL(response.url());
	if (!url.pathname.startsWith('/rest/')) return;
	// Leaving a page deletes the bodies of its responses.
	const body = await response.body().catch(() => undefined);
	if (body) keep(`answer of ${url.pathname}`, body);
}

/** Under a name of its own: tests of other files store the example under its usual one. */
async function importFile(
	page: Page,
	rest: Rest,
	url: string,
	file: string,
	workflow: Workflow,
): Promise<StoredWorkflow> {
	const name = `Imported ${file}`;
	const buffer = Buffer.from(JSON.stringify({ ...workflow, name }));
	const last = workflow.nodes.filter(({ type }) => !type.endsWith('stickyNote')).at(-1)?.name;
	await visit(page, `${url}/workflow/new`);
	await page.getByTestId('canvas-plus-button').waitFor();
	const upload = { name: file, mimeType: 'application/json', buffer };
	await page.getByTestId('workflow-import-input').setInputFiles(upload);
	await page.locator(`[data-node-name="${last}"]`).first().waitFor();
	await page.keyboard.press('Control+s');
	const saving = () => findWorkflow(rest, name);
	return waitUntil('the workflow to be saved', saving, { timeoutMs: 60_000 });
}

type NodeCreator = Pick<Editor, 'openNew' | 'searchNode' | 'addNode'>;
type Canvas = Omit<Editor, 'page' | 'newCredential' | 'importFile' | 'close' | keyof NodeCreator>;

function nodeCreator(page: Page, url: string): NodeCreator {
	const found = page.getByTestId('item-iterator-item');
	return {
		openNew: async () => {
			await visit(page, `${url}/workflow/new`);
			await page.getByTestId('canvas-plus-button').click();
			await page.getByText('Trigger manually').click();
			await page.getByTestId('canvas-node').waitFor();
		},
		searchNode: async (words) => {
			const search = page.getByTestId('node-creator-search-bar');
			if (!(await search.isVisible())) await page.getByTestId('canvas-handle-plus').first().click();
			// What an earlier search has found stays for a moment.
			await search.fill('');
			const node = found.filter({ hasText: 'AI App' });
			await node.first().waitFor({ state: 'hidden' });
			await search.fill(words);
			await node.first().waitFor();
			return found.allInnerTexts();
		},
		addNode: async (name, action) => {
			await found.getByText(name, { exact: true }).click();
			await page.getByTestId('node-creator-item-name').getByText(action, { exact: true }).click();
			await page.getByTestId('ndv').waitFor();
			return nodePanel(page);
		},
	};
}

function canvas(page: Page, url: string): Canvas {
	const panel = page.getByTestId('ndv');
	const node = (name: string): Locator =>
		page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	return {
		open: async ({ id, nodes }) => {
			await visit(page, `${url}/workflow/${id}`);
			await node(nodes[0]?.name ?? '').waitFor();
			await page.getByTestId('zoom-to-fit').click();
		},
		openNode: async (name) => {
			await node(name).dblclick();
			await panel.waitFor();
			return nodePanel(page);
		},
		closeNode: async () => {
			await page.getByTestId('ndv-close-button').click();
			await panel.waitFor({ state: 'detached' });
		},
		executeWorkflow: () => page.getByTestId('execute-workflow-button').click(),
		stopExecution: async () => {
			await page.getByTestId('stop-execution-button').click();
			await page.getByText('Execution stopped').waitFor();
		},
		screenshot: async (name) => {
			const path = join(projectFolder, 'test', 'e2e', 'screenshots', `${name}.png`);
			await page.screenshot({ path, animations: 'disabled' });
		},
	};
}
