import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

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
		installAlone(${place}, () => console.log('installed'));`;
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
