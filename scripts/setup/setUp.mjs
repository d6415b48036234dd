import { join } from 'node:path';
import { isInstalled } from './installed.mjs';
import { setUpN8n } from './n8n.mjs';
import { installFromLockfile } from './npm.mjs';

/**
 * Installs what the other scripts need, or does nothing if everything is installed.
 * @param {string} projectFolder
 * @param {{ n8n?: boolean }} needs n8n: the pinned n8n of the n8n folder as well
 * @returns {Promise<void>}
 * @throws {Error} whose message says what to do
 */
export async function setUp(projectFolder, { n8n = false }) {
	// Side by side: each of them keeps one processor busy.
	const outcomes = await Promise.allSettled([
		setUpTools(projectFolder),
		n8n && setUpN8n(join(projectFolder, 'n8n')),
	]);
	const failed = outcomes.find(({ status }) => status === 'rejected');
	if (failed) throw failed.reason;
}

async function setUpTools(projectFolder) {
	if (isInstalled(projectFolder)) return;
	console.error(
		'Setup: installing the development tools (1.2 GB of disk, one to two minutes, only this once) ...',
	);
	await installFromLockfile(projectFolder);
}
