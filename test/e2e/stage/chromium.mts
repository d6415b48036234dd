import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser, type BrowserServer } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const VARIABLE = 'SHARED_CHROMIUM';

/** A name that no server on this machine calls itself. */
export const FOREIGN_NAME = 'evil.example';

/** Starts one for all workers of jest, which inherit the variable. */
export async function serveChromium(): Promise<BrowserServer> {
	const server = await chromium.launchServer(options());
	process.env[VARIABLE] = server.wsEndpoint();
	return server;
}

/**
 * Chromium with no page open: the one that was started for all workers of jest, where there is one, else
 * its own. Closing it ends what was opened with it.
 */
export function openChromium(): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	const shared = process.env[VARIABLE];
	return shared === undefined ? chromium.launch(options()) : chromium.connect(shared);
}

/** The machine's own Chromium, or the one that CHROMIUM_PATH names, without a window. */
function options() {
	const executablePath = process.env['CHROMIUM_PATH'] ?? PLACES.find((path) => existsSync(path));
	if (executablePath === undefined) {
		throw new Error(
			`There is no Chromium at ${PLACES.join(', ')}. Install it or set CHROMIUM_PATH.`,
		);
	}
	return {
		executablePath,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--no-first-run',
			`--host-resolver-rules=MAP ${FOREIGN_NAME} 127.0.0.1`,
		],
	};
}
