import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { jobOf, passes, readWorkflow } from './workflow.mts';

/** The commands of publish.yml, run as a runner would. */

const workflow = readWorkflow('publish.yml');
const [pack, publish] = [jobOf(workflow, 'pack'), jobOf(workflow, 'publish')];
const folder = mkdtempSync(join(tmpdir(), 'publish-'));

afterAll(() => rmSync(folder, { recursive: true }));

describe('the commit of a tag', () => {
	const clone = join(folder, 'clone');
	const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' });
	const commit = (message: string) =>
		git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--allow-empty', '-qm', message);

	beforeAll(() => {
		mkdirSync(clone);
		git('init', '--quiet', '--initial-branch', 'main');
		for (const message of ['first', 'second']) commit(message);
		git('update-ref', 'refs/remotes/origin/main', 'main');
		git('checkout', '--quiet', '-b', 'other');
		commit('elsewhere');
	});

	it.each([
		['is released if it is the last of main', 'main', true],
		['is released if it is an earlier one of main', 'main~1', true],
		['is not released if it is on another branch', 'other', false],
	])('%s', (_, name, released) => {
		git('checkout', '--quiet', '--detach', name);

		expect(passes(pack, 'merge-base', clone)).toBe(released);
	});
});

describe('the name of a tag', () => {
	const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

	it.each([
		['is the version', version, true],
		['is not another version', '9.9.9', false],
	])('%s', (_, tag, released) => {
		const env = { GITHUB_REF_NAME: tag };

		expect(passes(pack, 'require("./package.json").version', process.cwd(), env)).toBe(released);
	});
});

describe('the npm that publishes', () => {
	it.each([
		['10.9.3', false],
		['11.5.0', false],
		['11.5.1', true],
		['11.19.1', true],
	])('%s: %s', (version, isAccepted) => {
		const bin = join(folder, `npm-${version}`);
		mkdirSync(bin);
		writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho ${version}\n`);
		chmodSync(join(bin, 'npm'), 0o755);
		const env = { PATH: [bin, process.env['PATH']].join(delimiter) };

		expect(passes(publish, 'npm --version', folder, env)).toBe(isAccepted);
	});
});

describe('the file that is published', () => {
	const bin = join(folder, 'bin');
	const outputs = join(folder, 'outputs');
	let env: Record<string, string>;

	beforeAll(() => {
		mkdirSync(bin);
		// Packs as npm does, but at once.
		const npm = '#!/bin/sh\nprintf packed > a-1.0.0.tgz\necho a-1.0.0.tgz\n';
		writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 });
		const PATH = [bin, process.env['PATH']].join(delimiter);
		expect(passes(pack, 'npm pack', folder, { PATH, GITHUB_OUTPUT: outputs })).toBe(true);
		const lines = readFileSync(outputs, 'utf8').trim().split('\n');
		const [tarball, sha256] = lines.map((line) => line.split('=')[1] ?? '');
		env = { TARBALL: tarball ?? '', SHA256: sha256 ?? '' };
	});

	it('is the one that was packed', () => {
		expect(env['TARBALL']).toBe('a-1.0.0.tgz');
		expect(passes(publish, 'sha256sum', folder, env)).toBe(true);
	});

	it('is not one that was changed on the way', () => {
		writeFileSync(join(folder, 'a-1.0.0.tgz'), 'packeD');

		expect(passes(publish, 'sha256sum', folder, env)).toBe(false);
	});

	it('is not one without a sum', () => {
		expect(passes(publish, 'sha256sum', folder, { ...env, SHA256: '' })).toBe(false);
	});
});
