import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} projectFolder the one whose package.json names the oldest Node.js
 * @throws {Error} if this Node.js is older
 */
export function requireNode(projectFolder) {
	const { engines } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
	const oldest = engines.node.replace('>=', '');
	const [major, minor] = process.versions.node.split('.').map(Number);
	const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
	if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
	throw new Error(`You need Node.js ${oldest} or newer. This is ${process.versions.node}.`);
}
