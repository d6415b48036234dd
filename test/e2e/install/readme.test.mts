import { execFile } from 'node:child_process';
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { example } from '../../readme/readme.mts';
import { projectFolder } from '../stage/testStage.mts';

const run = promisify(execFile);
const PACKAGE = 'n8n-nodes-ai-app-tasks';

let home: string;

beforeAll(async () => {
	home = await realpath(await mkdtemp(join(tmpdir(), 'ai-app-home-')));
	// npm installs into the nearest folder above that is a package, unless it's told which.
	await writeFile(join(home, 'package.json'), '{}');
});

afterAll(() => rm(home, { recursive: true, force: true }));

test('the npm commands install only the package, where n8n loads it from', async () => {
	const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', home];
	const { stdout } = await run('npm', packing, { cwd: projectFolder });
	const tarball = join(home, stdout.trim().split('\n').at(-1) ?? '');
	const lines = example('npmInstall');
	expect(lines.trim().split(' ').at(-1)).toBe(PACKAGE);

	const fromTarball = lines.trim().replace(new RegExp(`${PACKAGE}$`), tarball);
	await run('bash', ['-ec', fromTarball], {
		env: { ...process.env, HOME: home, npm_config_offline: 'true', npm_config_cache: home },
	});

	// The folder from which n8n loads the package in the other end-to-end tests.
	const modules = join(home, '.n8n', 'nodes', 'node_modules');
	expect((await readdir(modules)).filter((name) => !name.startsWith('.'))).toEqual([PACKAGE]);
	expect(await readdir(join(modules, PACKAGE, 'dist'))).toEqual(
		expect.arrayContaining(['credentials', 'nodes']),
	);
});
