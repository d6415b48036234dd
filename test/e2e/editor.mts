import { join } from 'node:path';
import type { Locator, Page, Response } from 'playwright-core';
import type { StoredWorkflow } from '../../scripts/n8n/workflows.mts';
import { launchChromium } from './chromium.mts';
import { nodePanel, type NodePanel } from './nodePanel.mts';
import { projectFolder, type TestStage } from './testStage.mts';

/** n8n's editor in a browser, signed in; it shows one workflow at a time. */
export type Editor = {
	open(workflow: StoredWorkflow): Promise<void>;
	openNode(name: string): Promise<NodePanel>;
	closeNode(): Promise<void>;
	executeWorkflow(): Promise<void>;
	/** Written to test/e2e/screenshots. */
	screenshot(name: string): Promise<void>;
	close(): Promise<void>;
};

const STEP_TIMEOUT_MS = 60_000;
const VIEWPORT = { width: 1440, height: 900 };

export async function openEditor({ n8n, rest, keep }: TestStage): Promise<Editor> {
	const browser = await launchChromium();
	const context = await browser.newContext({ viewport: VIEWPORT });
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
	return { ...canvas(page, n8n.url), close };
}

/** What n8n tells the editor; its own scripts, styles and pictures hold nothing of the user. */
async function keepAnswer(response: Response, keep: TestStage['keep']): Promise<void> {
	const url = new URL(response.url());
	if (!url.pathname.startsWith('/rest/')) return;
	// A page that is left takes the bodies of its answers with it.
	const body = await response.body().catch(() => undefined);
	if (body) keep(`answer of ${url.pathname}`, body);
}

function canvas(page: Page, url: string): Omit<Editor, 'close'> {
	const panel = page.getByTestId('ndv');
	const node = (name: string): Locator =>
		page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	return {
		open: async ({ id, nodes }) => {
			await page.goto(`${url}/workflow/${id}`);
			await node(nodes[0]?.name ?? '').waitFor();
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
		screenshot: async (name) => {
			const path = join(projectFolder, 'test', 'e2e', 'screenshots', `${name}.png`);
			await page.screenshot({ path, animations: 'disabled' });
		},
	};
}
