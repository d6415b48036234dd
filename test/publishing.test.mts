import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
