import { spawnSync } from 'node:child_process';
import { installAlone } from './alone.mjs';

/** Lines of a stack or an object, which npm prints when it fails. */
const STACK = /^npm error( {2,}.*| })?$/;

/**
 * Makes a folder's node_modules match its lock file.
 * @param {string} folder the one with package-lock.json
 * @throws when npm does not succeed, with its own messages printed before, or if another command installs it
 */
export function installFromLockfile(folder) {
	installAlone(folder, () => install(folder));
}

function install(folder) {
	const { status, stderr } = spawnSync('npm', ['ci', '--loglevel=error'], {
		cwd: folder,
		// Its progress isn't what the command was asked for.
		stdio: ['ignore', 2, 'pipe'],
		encoding: 'utf8',
		// On Windows npm is a command file, which only a shell can start.
		shell: process.platform === 'win32',
	});
	if (status === 0) return;
	const lines = (stderr ?? '').trim().split('\n');
	console.error(lines.filter((line) => !STACK.test(line)).join('\n'));
	throw new Error(
		`npm couldn't install the packages of ${folder}: see above. Check your connection, then try again.`,
	);
}
