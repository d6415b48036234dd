import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PREBUILT_TIMEOUT_MS = 60_000;
const SYSTEM_PREFIXES = ['/usr', '/usr/local', '/opt/homebrew/opt/sqlite'];
const COMPILER_TOOLS = ['make', 'g++', 'python3'];

/** The folder in which sqlite3 expects its native part, from n8n's folder. */
export const sqliteBinary = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/**
 * Fetches the native half of sqlite3 where a prebuilt one can be reached, else compiles it:
 * against the system's SQLite library where its headers are (40 s), else with the bundled one.
 * @param {string} folder the one with n8n's node_modules
 * @param {{ execPath: string, env: NodeJS.ProcessEnv }} node the Node.js that n8n runs on
 * @throws if nothing worked; the message lists the missing packages
 */
export function buildSqlite(folder, node) {
	const run = (command, parameters, timeout) =>
		spawnSync(command, parameters, {
			cwd: join(folder, 'node_modules', 'sqlite3'),
			env: node.env,
			encoding: 'utf8',
			timeout,
			shell: process.platform === 'win32',
		});
	console.error("Setup: fetching sqlite3's native module ...");
	run('prebuild-install', ['--runtime', 'napi'], PREBUILT_TIMEOUT_MS);
	if (existsSync(join(folder, sqliteBinary))) return;

	for (const build of possibleBuilds()) {
		console.error(`Setup: none to fetch; compiling it with ${build.what} ...`);
		const { stdout, stderr } = run('node-gyp', [
			'rebuild',
			'--jobs=max',
			...build.flags,
			...headers(node),
		]);
		if (existsSync(join(folder, sqliteBinary))) return;
		const missing = missingTools(node.env);
		if (missing.length > 0) throw new Error(missingToolsMessage(missing));
		console.error(lastLines(`${stdout}${stderr}`));
	}
	throw new Error('sqlite3, which n8n needs, could not be compiled: see above.');
}

function possibleBuilds() {
	const prefix = SYSTEM_PREFIXES.find((path) => existsSync(join(path, 'include', 'sqlite3.h')));
	const system = { what: "the system's SQLite library (a minute)", flags: [`--sqlite=${prefix}`] };
	const bundled = { what: 'the bundled SQLite library (a few minutes)', flags: [] };
	return prefix === undefined ? [bundled] : [system, bundled];
}

/** Node's own headers if they were installed with it, so that node-gyp need not download any. */
function headers({ execPath }) {
	const home = dirname(dirname(execPath));
	return existsSync(join(home, 'include', 'node', 'node_api.h')) ? [`--nodedir=${home}`] : [];
}

function missingTools(env) {
	return COMPILER_TOOLS.filter((tool) => spawnSync(tool, ['--version'], { env }).status !== 0);
}

function missingToolsMessage(tools) {
	return (
		'sqlite3, which n8n needs, has no prebuilt module within reach, and to compile it ' +
		`${tools.join(', ')} must be installed (Debian, Ubuntu: apt-get install make g++ python3).`
	);
}

function lastLines(text) {
	return text.trimEnd().split('\n').slice(-20).join('\n');
}
