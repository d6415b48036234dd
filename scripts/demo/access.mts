import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from '../n8n/owner.mts';
import type { Guests } from '../stage/examples.mts';

/** What opens a demo. A known key would open it to every page that a browser shows meanwhile. */
export type Access = Guests & {
	readonly owner: Owner;
	readonly apiKey: string;
	readonly callbackToken: string;
};

const RECORD = 'access.json';

/** Drawn when a demo starts for the first time, and kept beside n8n's data, which has them too. */
export async function accessOf(userFolder: string): Promise<Access> {
	const file = join(userFolder, RECORD);
	const kept = await readFile(file, 'utf8').catch(() => undefined);
	if (kept !== undefined) return JSON.parse(kept) as Access;
	const drawn: Access = {
		// n8n wants a number and a capital letter.
		owner: { email: 'demo@example.com', password: `Demo-1-${draw()}` },
		visitor: { user: 'demo', password: draw() },
		caller: { name: 'X-Key', value: draw() },
		apiKey: `sk-${draw()}${draw()}`,
		callbackToken: draw(),
	};
	await mkdir(userFolder, { recursive: true });
	await writeFile(file, JSON.stringify(drawn), { mode: 0o600 });
	return drawn;
}

function draw(): string {
	return randomBytes(16).toString('hex');
}
