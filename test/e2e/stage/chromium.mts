import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Starts the machine's own Chromium, or the one that CHROMIUM_PATH names, without a window.
 * @param more further arguments
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
	const executablePath = process.env['CHROMIUM_PATH'] ?? PLACES.find((path) => existsSync(path));
	if (executablePath === undefined) {
		throw new Error(
			`There is no Chromium at ${PLACES.join(', ')}. Install it or set CHROMIUM_PATH.`,
		);
	}
	selectors.setTestIdAttribute('data-test-id');
	return chromium.launch({
		executablePath,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--no-first-run',
			...more,
		],
	});
}
