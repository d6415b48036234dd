import { spawnSync } from 'node:child_process';

/**
 * Makes a folder's node_modules match its lock file; npm's own messages go to the terminal.
 * @param {string} folder the one with package-lock.json
 * @throws when npm does not succeed
 */
export function installFromLockfile(folder) {
	const { status } = spawnSync('npm', ['ci', '--loglevel=error'], {
		cwd: folder,
		stdio: ['ignore', 'inherit', 'inherit'],
		// On Windows npm is a command file, which only a shell can start.
		shell: process.platform === 'win32',
	});
	if (status !== 0)
		throw new Error(
			`"npm ci" in ${folder} did not succeed: see above. Check your connection, then try again.`,
		);
}
