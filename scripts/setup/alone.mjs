import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs an installation. A second one at the same time would remove what the first one has written.
 * @param {string} folder that is installed
 * @param {() => unknown} install
 * @returns {Promise<void>}
 * @throws {Error} if another process installs it
 */
export async function installAlone(folder, install) {
	const lock = join(folder, '.installing');
	const other = Number(read(lock));
	if (other > 0 && isAlive(other))
		throw new Error(`Another command is installing ${folder}. Try again when it has finished.`);
	writeFileSync(lock, String(process.pid));
	try {
		await install();
	} finally {
		rmSync(lock, { force: true });
	}
}

function read(file) {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}

function isAlive(pid) {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
