import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const RECORD = 'details.txt';

/** What doesn't fit on a screen, for `npm run demo -- --apps`. It contains keys. */
export function writeDetails(userFolder: string, text: string): Promise<void> {
	return writeFile(join(userFolder, RECORD), text, { mode: 0o600 });
}

/** @throws if no demo has been started */
export async function readDetails(userFolder: string): Promise<string> {
	const text = await readFile(join(userFolder, RECORD), 'utf8').catch(() => undefined);
	if (text === undefined) throw new Error('Start the demo first, with npm run demo.');
	return text;
}
