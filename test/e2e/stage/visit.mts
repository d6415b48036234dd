import type { Page } from 'playwright-core';

/**
 * Goes to a page of n8n as a click on a link does: the editor, once loaded, shows it within a second,
 * and takes ten to load. What lies over the page, such as the panel of a credential, would stay.
 */
export async function visit(page: Page, url: string): Promise<void> {
	const { origin, pathname } = new URL(url);
	const isLoaded = page.url().startsWith(`${origin}/`);
	if (!isLoaded || (await page.getByRole('dialog').first().isVisible())) {
		await page.goto(url);
		return;
	}
	// n8n asks about a change that it hasn't saved by itself yet.
	const leave = page.getByRole('button', { name: 'Leave without saving' });
	await page.removeLocatorHandler(leave);
	await page.addLocatorHandler(leave, () => leave.click());
	await page.evaluate((path) => {
		history.pushState(null, '', path);
		dispatchEvent(new PopStateEvent('popstate', { state: null }));
	}, pathname);
}
