import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

const OLDEST_MAJOR_VERSION = 24;

/**
 * The Node.js that runs n8n: the one from its lock file, else the machine's.
 * @param {string} folder the one with n8n's node_modules
 * @returns {{ execPath: string, env: NodeJS.ProcessEnv }} `env` puts it first on PATH
 * @throws when it is older than n8n accepts
 */
export function findNodeForN8n(folder) {
	const binaries = join(folder, 'node_modules', '.bin');
	const env = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` };
	const asked = spawnSync('node', ['-p', 'process.version + " " + process.execPath'], {
		env,
		encoding: 'utf8',
	});
	const [version = '', execPath = ''] = (asked.stdout ?? '').trim().split(/ (.*)/);
	if (Number.parseInt(version.slice(1), 10) >= OLDEST_MAJOR_VERSION) return { execPath, env };
	throw new Error(
		`n8n needs Node.js ${OLDEST_MAJOR_VERSION}, and its lock file has none for ` +
			`${process.platform} ${process.arch}: install it (found ${version || 'none'}).`,
	);
}
