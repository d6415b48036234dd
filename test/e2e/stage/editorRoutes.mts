import type { Page } from 'playwright-core';

const HOME = '/home/workflows';

/** n8n saves a new workflow by itself, and then shows it in place of the next one. */
const withNew = new WeakSet<Page>();

/** Opens a new workflow, empty. */
export async function visitNew(page: Page, url: string): Promise<void> {
	await page.goto(`${url}/workflow/new`);
	withNew.add(page);
}

/**
 * Opens an address of the editor. The first one loads it, which takes ten seconds of a processor; it
 * goes to the others as by a click, over the list of workflows, so that nothing of the last is shown.
 */
export async function visit(page: Page, url: string, path: string): Promise<void> {
	if (!page.url().startsWith(url) || withNew.delete(page)) {
		await page.goto(url + path);
		return;
	}
	for (const panel of ['ndv', 'editCredential-modal']) await closePanel(page, panel);
	await route(page, HOME);
	await page.getByTestId('canvas-node').first().waitFor({ state: 'detached' });
	await route(page, path);
}

async function closePanel(page: Page, id: string): Promise<void> {
	const panel = page.getByTestId(id);
	if (!(await panel.isVisible())) return;
	await page.keyboard.press('Escape');
	await panel.waitFor({ state: 'hidden' });
}

/** As text: these scripts are not compiled with the browser's own types. */
async function route(page: Page, path: string): Promise<void> {
	const router = "document.querySelector('#app').__vue_app__.config.globalProperties.$router";
	await page.evaluate(`void ${router}.push(${JSON.stringify(path)})`);
	const leave = page.getByRole('button', { name: 'Leave without saving' });
	const isThere = (address: URL) => address.pathname.startsWith(path);
	const arrived = page.waitForURL(isThere, { waitUntil: 'commit' });
	await Promise.race([arrived, leave.click().catch(() => arrived)]);
	await arrived;
}
