import type { Locator, Page } from 'playwright-core';

/** Sends a message in the editor's chat, which is open; returns the message that n8n answers with. */
export async function say(page: Page, text: string): Promise<Locator> {
	const answers = page.locator('.chat-message-from-bot:not(.chat-message-typing)');
	const before = await answers.count();
	await page.getByTestId('chat-input').first().fill(text);
	await page.keyboard.press('Enter');
	return answers.nth(before);
}
