import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { Browser } from 'playwright-core';
import { executionIds } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { webhookUrl, type StoredWorkflow } from '../../../scripts/n8n/workflows.mts';
import { addExample, readExample, VISITOR } from '../../../scripts/stage/examples.mts';
import { openChromium } from '../stage/chromium.mts';
import { addRow } from '../stage/dataTables.mts';
import { AS_VISITOR } from '../stage/forms.mts';
import { chain, runApp, start } from '../stage/pauseWorkflows.mts';
import { begin, ended, jsonOf } from '../stage/pausing.mts';
import { openTestStage, projectFolder, type TestStage } from '../stage/testStage.mts';

const TABLE = 'AI App Results';
const PAGE_TIMEOUT_MS = 120_000;
const HOSTILE = `</figcaption><script>document.title = 'taken'</script><img src=x onerror="1"> ' " &`;

let stage: TestStage;
let browser: Browser;
let workflow: StoredWorkflow;
let url: string;

beforeAll(async () => {
	[stage, browser] = await Promise.all([openTestStage(), openChromium()]);
	const example = await readExample(stage, projectFolder, 'show-results-in-a-gallery.json');
	workflow = await addExample(stage, example);
	url = webhookUrl(stage.n8n.url, workflow) ?? '';
	const registered = async () => {
		const { status } = await axios.get(url, { validateStatus: () => true });
		return status === 404 ? undefined : status;
	};
	expect(await waitUntil('the page', registered, { timeoutMs: 30_000 })).toBe(401);
});

afterAll(async () => {
	await browser?.close();
	await stage?.close();
});

/** The page in a browser. */
async function openPage() {
	const credentials = { username: VISITOR.user, password: VISITOR.password };
	const page = await (await browser.newContext({ httpCredentials: credentials })).newPage();
	await page.goto(url, { waitUntil: 'networkidle', timeout: PAGE_TIMEOUT_MS });
	const captions = await page.locator('figcaption').allInnerTexts();
	const widths = await page
		.locator('img')
		.evaluateAll((all) =>
			all.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
		);
	return { page, captions, widths, title: await page.title() };
}

/** Creates a task, and saves its row as other workflows do. */
async function addResult(prompt: string, expiresInMs = 86_400_000): Promise<void> {
	const run = runApp('Run App', { downloadFiles: false });
	const execution = await ended(
		stage,
		await begin(stage, chain(`Result ${randomUUID()}`, start, run)),
	);
	const [{ request_id: requestId } = {}] = jsonOf(execution, 'Run App');
	const expires = new Date(Date.now() + expiresInMs).toISOString();
	await addRow(stage.rest, TABLE, { prompt, request_id: requestId, expires_at: expires });
}

test('without results, the page says so', async () => {
	const { data, headers } = await axios.get<string>(url, { auth: AS_VISITOR });

	expect(headers['content-type']).toBe('text/html; charset=utf-8');
	expect(data).toContain('There are no results yet.');
});

test('the page shows the images of results that have not expired, the latest first', async () => {
	await addResult('A lighthouse at dawn');
	await addResult('A red fox');
	await addResult('An old picture', -1_000);

	const { captions, widths } = await openPage();

	expect(captions).toEqual(['A red fox', 'A lighthouse at dawn']);
	expect(widths).toEqual([512, 512]);
	expect(stage.emulator.tasks()).toHaveLength(3);
});

test('a prompt with HTML stays text, and no script runs', async () => {
	await addResult(HOSTILE);

	const { page, captions, title } = await openPage();

	expect(captions[0]).toBe(HOSTILE);
	expect(title).toBe('Results');
	expect(await page.locator('main script, main img[src="x"]').count()).toBe(0);
	// If the escaping had a gap, the page's own policy would still stop the script.
	await page.evaluate(`document.body.append(Object.assign(
		document.createElement('script'), { textContent: "document.title = 'taken'" }))`);
	expect(await page.title()).toBe('Results');
});

test('a result that cannot be read is left out', async () => {
	const expires = new Date(Date.now() + 86_400_000).toISOString();
	await addRow(stage.rest, TABLE, { prompt: 'Lost', request_id: 'nowhere', expires_at: expires });

	const { captions } = await openPage();

	expect(captions).toHaveLength(3);
	expect(captions).not.toContain('Lost');
});

test('a stranger sees no page', async () => {
	const before = await executionIds(stage.rest, workflow);

	const { status } = await axios.get(url, { validateStatus: () => true });

	expect(status).toBe(401);
	expect(await executionIds(stage.rest, workflow)).toEqual(before);
});
