import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 300_000;
const here = dirname(fileURLToPath(import.meta.url));

export type Direction = 'download' | 'upload';
export type Transfer = { readonly url: string; readonly file: string };

/** Seconds that undici needs in a Node.js process that does nothing else, without its start. */
export async function byUndici(
	node: string,
	direction: Direction,
	{ url, file }: Transfer,
): Promise<number> {
	const script = direction === 'download' ? 'undiciDownload.mts' : 'undiciUpload.mts';
	const { stdout } = await run(node, [join(here, script), url, file], { timeout: TIMEOUT_MS });
	return Number(stdout) / 1000;
}

/** Seconds that curl needs, by its own clock. */
export async function byCurl(direction: Direction, { url, file }: Transfer): Promise<number> {
	const what = direction === 'download' ? ['-o', file] : ['-T', file, '-o', '/dev/null'];
	const report = ['-w', '%{time_total}'];
	const { stdout } = await run('curl', ['-sSf', ...report, ...what, url], { timeout: TIMEOUT_MS });
	return Number(stdout);
}
