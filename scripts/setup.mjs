/**
 * Installs the development tools, or does nothing if they are installed.
 *
 * Usage: node scripts/setup.mjs [--n8n]      --n8n: the pinned n8n of the n8n folder as well
 *
 * Built-in modules only: it runs on a fresh clone, before anything is installed.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from './setup/requireNode.mjs';
import { setUp } from './setup/setUp.mjs';

try {
	const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));
	requireNode(projectFolder);
	await setUp(projectFolder, { n8n: process.argv.includes('--n8n') });
} catch (error) {
	console.error(`Setup stopped. ${error.message}`);
	process.exitCode = 1;
}
