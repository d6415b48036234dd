import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const RECORD = 'details.txt';

/** What doesn't fit on a screen, for `npm run demo -- --apps`. It contains keys. */
export function writeDetails(userFolder: string, text: string): Promise<void> {
	return writeFile(join(userFolder, RECORD), text, { mode: 0o600 });
}

/** Reads the details of a demo that is running. */
export function readDetails(userFolder: string): Promise<string> {
	return readFile(join(userFolder, RECORD), 'utf8');
}
