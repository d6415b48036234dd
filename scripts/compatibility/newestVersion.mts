import { execFileSync } from 'node:child_process';
import type { Version } from './installVersion.mts';

/**
 * The newest n8n that npm has, to be installed like the pinned one. n8n 3.0 isn't on npm
 * (docs/development/compatibility.md).
 */
export function newestVersion(pinned: Version, askNpm = versionOnNpm): Version {
	const n8n = askNpm().trim();
	// It becomes the name of a folder and the title of an issue.
	if (!/^\d+\.\d+\.\d+$/.test(n8n)) throw new Error(`npm names no version of n8n: ${n8n}`);
	return n8n === pinned.n8n ? pinned : { ...pinned, line: '2.x, newest on npm', n8n };
}

function versionOnNpm(): string {
	return execFileSync('npm', ['view', 'n8n', 'version'], { encoding: 'utf8' });
}
