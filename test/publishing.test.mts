import { readFileSync } from 'node:fs';
import { commandsOf, jobOf, readWorkflow } from './publishing/workflow.mts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
const release = readWorkflow('publish.yml');
const [pack, publish, notes] = ['pack', 'publish', 'notes'].map((name) => jobOf(release, name));
const actionsOf = (job = pack) => job?.steps.flatMap(({ uses = '' }) => uses.split('@')[0] || []);
const indexOf = (part: string) => (pack ? commandsOf(pack) : []).findIndex((c) => c.includes(part));

describe('the package', () => {
	it('depends only on n8n-workflow, which n8n provides', () => {
		expect(manifest).not.toHaveProperty('dependencies');
		expect(manifest['peerDependencies']).toEqual({ 'n8n-workflow': '*' });
	});

	it('is not published by hand from the checkout', () => {
		expect(manifest['scripts']).toMatchObject({ prepublishOnly: 'n8n-node prerelease' });
		expect(manifest['scripts']).not.toHaveProperty('release');
	});
});

describe('a release', () => {
	it('is the tag of a complete version, which no other job of the repository publishes', () => {
		expect(release.on).toEqual({ push: { tags: ['[0-9]+.[0-9]+.[0-9]+'] } });
		expect(Object.keys(release.jobs)).toEqual(['pack', 'publish', 'notes']);
		for (const other of ['ci.yml', 'weekly.yml'])
			expect(readFileSync(`.github/workflows/${other}`, 'utf8')).not.toMatch(
				/npm (stage|publish|run release)|id-token|environment:/,
			);
	});

	it.each(['merge-base', 'GITHUB_REF_NAME', 'notesOfRelease', 'releaseGate', 'npm test'])(
		'is packed after %s',
		(gate) => {
			expect(indexOf(gate)).toBeGreaterThanOrEqual(0);
			expect(indexOf(gate)).toBeLessThan(indexOf('npm pack'));
		},
	);

	it.each(['npm run lint', 'npm run scan'])('is packed after %s', (gate) => {
		expect(indexOf(gate)).toBeGreaterThanOrEqual(0);
		expect(indexOf(gate)).toBeLessThan(indexOf('npm pack'));
	});

	it('is packed from what the scan has built and seen, and packing runs no script', () => {
		expect(indexOf('npm pack')).toBe(indexOf('npm run scan') + 1);
		const command = pack?.steps.find(({ run }) => run?.includes('npm pack'))?.run;
		expect(command).toContain('npm pack --ignore-scripts ');
		// In the log, for the person who approves.
		expect(command).toContain('\nsha256sum "$tarball"\n');
	});

	it('is built by a job that may only read', () => {
		expect(release.permissions).toEqual({});
		expect(pack?.permissions).toEqual({ contents: 'read' });
		expect(pack).not.toHaveProperty('environment');
		for (const job of [pack, notes]) {
			const checkout = job?.steps.find(({ uses = '' }) => uses.startsWith('actions/checkout'));
			expect(checkout?.with).toMatchObject({ 'persist-credentials': false });
		}
		// With its history, because the tag is looked up in main.
		expect(pack?.steps[0]?.with).toMatchObject({ 'fetch-depth': 0 });
	});

	it('needs no stored token', () => {
		expect(JSON.stringify(release)).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
	});

	it('runs only actions whose code cannot change', () => {
		const actions = Object.values(release.jobs).flatMap(({ steps }) =>
			steps.flatMap(({ uses }) => uses ?? []),
		);
		expect(actions.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
	});
});

describe('the job that publishes', () => {
	it('waits for the approval of a person and may do nothing but sign', () => {
		expect(publish?.needs).toBe('pack');
		expect(publish?.environment).toBe('npm');
		expect(publish?.permissions).toEqual({ 'id-token': 'write' });
	});

	it('is the only one that gets a token of the runner to sign with', () => {
		expect(notes?.permissions).toEqual({ contents: 'write' });
		expect(notes?.needs).toBe('publish');
	});

	it('installs nothing, and neither checks the repository out nor runs anything of it', () => {
		expect(actionsOf(publish)).toEqual(['actions/setup-node', 'actions/download-artifact']);
		expect(publish?.steps[0]?.with).toEqual({ 'node-version': '^24.5.0' });
		const commands = publish ? commandsOf(publish) : [];
		expect(commands).toEqual([
			expect.stringMatching(/^printf .*"\$\(npm --version\)" \| sort --version-sort --check$/),
			'echo "$SHA256  $TARBALL" | sha256sum --check --strict',
			'npm publish "./$TARBALL" --provenance --access public --ignore-scripts',
		]);
	});

	it('publishes the file of the first job under the sum that the first job took', () => {
		expect(pack?.outputs).toEqual({
			tarball: '${{ steps.pack.outputs.tarball }}',
			sha256: '${{ steps.pack.outputs.sha256 }}',
		});
		expect(publish?.env).toEqual({
			TARBALL: '${{ needs.pack.outputs.tarball }}',
			SHA256: '${{ needs.pack.outputs.sha256 }}',
		});
		const upload = pack?.steps.find(({ uses }) => uses?.includes('upload-artifact'));
		const download = publish?.steps.find(({ uses }) => uses?.includes('download-artifact'));
		expect(upload?.with).toMatchObject({ name: 'package', 'if-no-files-found': 'error' });
		expect(download?.with).toEqual({ name: 'package' });
	});
});

it('slow checks run weekly', () => {
	const weekly = readFileSync('.github/workflows/weekly.yml', 'utf8');
	for (const command of ['compatibility', 'soak -- --minutes 60', 'prove', 'mutate -- --mutate'])
		expect(weekly).toContain(`npm run ${command}`);
});

it('every change runs all checks', () => {
	const commands = Object.values(readWorkflow('ci.yml').jobs).flatMap(commandsOf);
	expect(commands).toContain('.ci/run');
});
