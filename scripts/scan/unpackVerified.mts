import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Unpacks a downloaded package, if it is the one that was reviewed.
 * @param integrity as npm writes it: `sha512-` and the sum in base64
 * @throws before anything is unpacked
 */
export function unpackVerified(tarball: string, folder: string, integrity: string): void {
	const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
	if (found !== integrity) throw new Error(`${tarball} is ${found}, not ${integrity}.`);
	execFileSync('tar', ['xzf', tarball, '-C', folder]);
}
