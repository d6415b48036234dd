import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startTinyRegistry, USUAL_PATH, writeDependent } from './tinyRegistry.mts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'installation-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** In a Node.js of its own, as set-up runs before anything is installed. */
function install() {
	const [file, place] = [resolve('scripts/setup/alone.mjs'), folder].map((path) =>
		JSON.stringify(path),
	);
	const code = `import { installAlone } from ${file};
		await installAlone(${place}, () => console.log('installed'));`;
	return spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
}

test('a folder that another command is installing is left alone', () => {
	writeFileSync(join(folder, '.installing'), String(process.pid));

	const { stdout, stderr } = install();

	expect(stderr).toContain('Another command is installing');
	expect(stdout).toBe('');
	expect(existsSync(join(folder, '.installing'))).toBe(true);
});

test('an installation that was killed holds up none', () => {
	const { pid } = spawnSync(process.execPath, ['--version']);
	writeFileSync(join(folder, '.installing'), String(pid));

	expect(install().stdout).toBe('installed\n');
	expect(existsSync(join(folder, '.installing'))).toBe(false);
});

describe('npm installs from a lock file without addresses', () => {
	it.each([
		['asks the registry only for the package', USUAL_PATH, [USUAL_PATH]],
		[
			'asks for its address if the registry has it elsewhere',
			'/download/code.tgz',
			[USUAL_PATH, '/@tiny/code', '/download/code.tgz'],
		],
	])('it %s', async (_, path, expected) => {
		const registry = await startTinyRegistry(folder, path);
		writeDependent(folder);

		await installFrom(registry.url).finally(registry.close);

		expect(existsSync(join(folder, 'node_modules', '@tiny', 'code', 'package.json'))).toBe(true);
		expect(registry.asked).toEqual(expected);
		expect(readdirSync(folder)).not.toContain('npm-shrinkwrap.json');
	});
});

async function installFrom(url: string): Promise<void> {
	const file = JSON.stringify(resolve('scripts/setup/npm.mjs'));
	const code = `import { installFromLockfile } from ${file};
		await installFromLockfile(${JSON.stringify(folder)});`;
	const cache = join(folder, 'cache');
	const env = { ...process.env, npm_config_registry: url, npm_config_cache: cache };
	await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env });
}
