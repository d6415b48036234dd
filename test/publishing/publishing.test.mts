import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
	readonly version: string;
	readonly devDependencies: Readonly<Record<string, string>>;
};

describe('the package', () => {
	it('depends only on n8n-workflow, which n8n provides', () => {
		expect(manifest).not.toHaveProperty('dependencies');
		expect(manifest).toMatchObject({ peerDependencies: { 'n8n-workflow': '*' } });
	});

	it('contains its build and nothing else of the repository', () => {
		expect(manifest).toMatchObject({ files: ['dist'] });
	});

	it('is built by exact versions', () => {
		const versions = Object.values(manifest.devDependencies);

		expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
	});

	// npm can only sign on a runner, so nobody publishes from a checkout.
	it('is not published without provenance', () => {
		expect(manifest).toMatchObject({ publishConfig: { provenance: true } });
	});
});

it.each([
	['is released if it is the version', manifest.version, 0],
	['is not released if it is another version', '9.9.9', 1],
])('a tag %s', (_, tag, status) => {
	const workflow = readFileSync('.github/workflows/publish.yml', 'utf8');
	const [, command = ''] = /run: (test .*package\.json.*)/.exec(workflow) ?? [];
	const env = { ...process.env, GITHUB_REF_NAME: tag };

	expect(spawnSync('bash', ['-c', command], { env }).status).toBe(status);
});

describe('the notes of a release', () => {
	const CHANGELOG = `# Changelog

## 1.1.0 (unreleased)

- Later.

## 1.0.1 (2026-02-03)

- One thing.
- Another.

## 1.0.0 (2026-01-02)

- First.
`;
	const folder = mkdtempSync(join(tmpdir(), 'changelog-'));
	const file = join(folder, 'CHANGELOG.md');

	beforeAll(() => writeFileSync(file, CHANGELOG));
	afterAll(() => rmSync(folder, { recursive: true }));

	function notesOf(version: string) {
		const args = ['scripts/notesOfRelease.mjs', version, file];
		return spawnSync(process.execPath, args, { encoding: 'utf8' });
	}

	it('the release notes of a version are the lines below its heading', () => {
		expect(notesOf('1.0.1')).toMatchObject({ status: 0, stdout: '- One thing.\n- Another.\n' });
		expect(notesOf('1.0.0')).toMatchObject({ status: 0, stdout: '- First.\n' });
	});

	it('a version that has no date, or no section, is not released', () => {
		expect(notesOf('1.1.0')).toMatchObject({
			status: 1,
			stderr: expect.stringContaining('No date in "1.1.0 (unreleased)"'),
		});
		expect(notesOf('1.0')).toMatchObject({
			status: 1,
			stderr: expect.stringContaining('says nothing of 1.0'),
		});
	});
});
