/**
 * Installs what the other scripts need, or does nothing if everything is installed.
 *
 * Usage: node scripts/setup.mjs [--n8n]      --n8n: the pinned n8n of the n8n folder as well
 *
 * Built-in modules only: it runs on a fresh clone, before anything is installed.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './setup/installed.mjs';
import { setUpN8n } from './setup/n8n.mjs';
import { installFromLockfile } from './setup/npm.mjs';

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

try {
	if (!isInstalled(projectFolder)) {
		console.log(
			'Setup: installing the development tools (0.9 GB, one to two minutes, only this once) ...',
		);
		installFromLockfile(projectFolder);
	}
	if (process.argv.includes('--n8n')) setUpN8n(join(projectFolder, 'n8n'));
} catch (error) {
	console.error(`Setup stopped. ${error.message}`);
	process.exitCode = 1;
}
