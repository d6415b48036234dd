import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { createWorkflow, webhookUrl, type Workflow } from '../../../scripts/n8n/workflows.mts';
import { addExample, readExample, VISITOR } from '../../../scripts/stage/examples.mts';
import { openEditor, type Editor } from '../stage/editor.mts';
import { openForm } from '../stage/exampleRuns.mts';
import { openOwnStage, type OwnStage } from '../stage/ownStage.mts';
import { projectFolder } from '../stage/testStage.mts';

/** Pictures for the list of examples; one theme is enough for canvases. */
const PROMPTS = [
	...['A lighthouse on a cliff at dawn', 'A red fox in the snow'],
	...['A heron in the reeds', 'An old harbor in the rain'],
];
const VIEWPORT = { width: 1600, height: 900 };
const MARGIN = 24;
const PAGE_TIMEOUT_MS = 120_000;

let stage: OwnStage;
let editor: Editor;

beforeAll(async () => {
	stage = await openOwnStage();
	editor = await openEditor(stage, { colorScheme: 'light', viewport: VIEWPORT });
});

afterAll(async () => {
	await editor?.close();
	await stage?.close();
});

const pathOf = (name: string) => join(projectFolder, 'workflows', 'images', `${name}.png`);

test.each([
	['telegram', 'edit-photos-in-a-telegram-bot.json'],
	['shop', 'edit-woocommerce-product-photos.json'],
	['sheet', 'generate-images-from-google-sheets.json'],
	['slack', 'approve-tasks-in-slack.json'],
	['product', 'generate-a-product-video-from-a-photo.json'],
	['film', 'generate-scenes-and-merge-them.json'],
	['carousel', 'post-a-carousel-on-instagram.json'],
	['linkedin', 'post-on-linkedin-after-an-approval.json'],
	['whatsapp', 'generate-pictures-in-a-whatsapp-bot.json'],
	['morning', 'publish-videos-every-morning.json'],
])('the canvas of %s', async (name, file) => {
	const { page } = editor;
	const example = await readExample(stage, projectFolder, file);
	const nodes = await Promise.all(example.nodes.map(withAnyCredential));
	await editor.open(await createWorkflow(stage.rest, { ...example, nodes }));
	await page.getByTestId('zoom-to-fit').click();
	await page.waitForLoadState('networkidle');
	await page.screenshot({
		...{ path: pathOf(name), animations: 'disabled', caret: 'hide' },
		clip: await areaOf(page),
	});
});

/** A node without the credential that it needs has a red frame. */
async function withAnyCredential(node: Workflow['nodes'][number]) {
	const [, type] = Object.entries(CREDENTIALS).find(([kind]) => node.type.endsWith(kind)) ?? [];
	if (type === undefined) return node;
	const { id, name } = await saveCredential(stage.rest, { name: type, type, data: {} });
	return { ...node, credentials: { [type]: { id, name } } };
}

const CREDENTIALS: Readonly<Record<string, string>> = {
	telegram: 'telegramApi',
	telegramTrigger: 'telegramApi',
	wooCommerce: 'wooCommerceApi',
	httpRequest: 'wooCommerceApi',
	googleSheets: 'googleSheetsOAuth2Api',
	googleDrive: 'googleDriveOAuth2Api',
	slack: 'slackApi',
	youTube: 'youTubeOAuth2Api',
	lmChatOpenAi: 'openAiApi',
	formTrigger: 'httpBasicAuth',
	whatsApp: 'whatsAppApi',
	whatsAppTrigger: 'whatsAppTriggerApi',
	linkedIn: 'linkedInOAuth2Api',
	emailSend: 'smtp',
	facebookGraphApi: 'facebookGraphApi',
};

/** The notes, which contain all nodes. */
async function areaOf(page: Page) {
	const notes = await page.getByTestId('sticky').all();
	const boxes = (await Promise.all(notes.map((note) => note.boundingBox()))).filter(
		(box) => box !== null,
	);
	const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
	const right = Math.max(...boxes.map((box) => box.x + box.width));
	const bottom = Math.max(...boxes.map((box) => box.y + box.height));
	const around = { x: x - MARGIN, y: y - MARGIN };
	return { ...around, width: right - x + 2 * MARGIN, height: bottom - y + 2 * MARGIN };
}

test('the last page of the form', async () => {
	const { url } = await openForm(stage, 'generate-an-image-from-a-form.json');
	const page = await openPage(url);
	await page.locator('textarea').fill(PROMPTS[0] ?? '');
	await page.locator('#submit-btn').click();
	await page.locator('img[alt="Your image"]').waitFor({ timeout: PAGE_TIMEOUT_MS });
	await page.waitForLoadState('networkidle');
	await page.screenshot({ path: pathOf('form') });
});

test('the gallery', async () => {
	const reusing = await readExample(stage, projectFolder, 'reuse-results-with-a-data-table.json');
	const jsCode = `return ${JSON.stringify(PROMPTS.map((prompt) => ({ json: { prompt } })))};`;
	const code = { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
	const nodes = reusing.nodes.map((node) =>
		node.name === 'Set Prompt' ? { ...node, ...code } : node,
	);
	const filling = await createWorkflow(stage.rest, { ...reusing, nodes });
	await waitForExecution(stage.rest, await runWorkflow(stage.rest, filling), 120_000);
	const example = await readExample(stage, projectFolder, 'show-results-in-a-gallery.json');
	const url = webhookUrl(stage.n8n.url, await addExample(stage, example)) ?? '';
	const page = await openPage(url);
	await page.locator('img').nth(3).waitFor({ timeout: PAGE_TIMEOUT_MS });
	await page.screenshot({ path: pathOf('gallery') });
});

/** A page of n8n, which registers it a moment after the workflow was published. */
async function openPage(url: string): Promise<Page> {
	const known = async () => ((await fetch(url)).status === 404 ? undefined : true);
	await waitUntil('the page', known, { timeoutMs: 30_000 });
	const browser = editor.page.context().browser();
	const context = await browser?.newContext({
		httpCredentials: { username: VISITOR.user, password: VISITOR.password },
		viewport: { width: 900, height: 760 },
	});
	const page = await context?.newPage();
	if (!page) throw new Error('There is no browser.');
	await page.route(/googleapis|n8n\.io/, (route) => route.abort());
	await page.goto(url, { waitUntil: 'networkidle', timeout: PAGE_TIMEOUT_MS });
	return page;
}
