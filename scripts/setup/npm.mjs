import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { withAddresses } from './addresses.mjs';
import { installAlone } from './alone.mjs';

/** Lines of a stack or an object, which npm prints when it fails. */
const STACK = /^npm error( {2,}.*| })?$/;

/**
 * Makes a folder's node_modules match its lock file.
 * @param {string} folder the one with package-lock.json
 * @returns {Promise<void>}
 * @throws when npm does not succeed, with its own messages printed before, or if another command installs it
 */
export function installFromLockfile(folder) {
	return installAlone(folder, () => install(folder));
}

async function install(folder) {
	const { stdout: registry } = await npm(folder, ['config', 'get', 'registry'], 'pipe');
	const ci = () => npm(folder, ['ci', '--loglevel=error'], 2);
	const quick = await withAddresses(folder, registry.trim(), ci);
	// A registry may have its packages at other addresses, which npm then asks it for.
	const { status, stderr } = quick.status === 0 ? quick : await ci();
	if (status === 0) return;
	const lines = stderr.trim().split('\n');
	console.error(lines.filter((line) => !STACK.test(line)).join('\n'));
	throw new Error(
		`npm couldn't install the packages of ${folder}: see above. Check your connection, then try again.`,
	);
}

/** @param {'pipe' | 2} stdout of an installation it isn't what the command was asked for */
async function npm(folder, parameters, stdout) {
	const child = spawn('npm', parameters, {
		cwd: folder,
		stdio: ['ignore', stdout, 'pipe'],
		// On Windows npm is a command file, which only a shell can start.
		shell: process.platform === 'win32',
	});
	const ended = new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	const [status, output, stderr] = await Promise.all([
		ended,
		child.stdout ? text(child.stdout) : '',
		text(child.stderr),
	]);
	return { status, stdout: output, stderr };
}
