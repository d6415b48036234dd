import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Step = { readonly run?: string; readonly uses?: string };
type Workflow = {
	readonly on: { readonly push?: { readonly tags?: readonly string[] } };
	readonly jobs: Readonly<
		Record<
			string,
			{ readonly permissions?: Readonly<Record<string, string>>; readonly steps: readonly Step[] }
		>
	>;
};

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
const publish = parse(readFileSync('.github/workflows/publish.yml', 'utf8')) as Workflow;
const ci = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as Workflow;
const weekly = readFileSync('.github/workflows/weekly.yml', 'utf8');
const commandsOf = ({ jobs }: Workflow) =>
	Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

describe('the package', () => {
	it('depends only on n8n-workflow, which n8n provides', () => {
		expect(manifest).not.toHaveProperty('dependencies');
		expect(manifest['peerDependencies']).toEqual({ 'n8n-workflow': '*' });
	});

	it('is not published by hand', () => {
		expect(manifest['scripts']).toMatchObject({ prepublishOnly: 'n8n-node prerelease' });
	});
});

describe('a release', () => {
	it('is a tag that equals the version, tested and scanned before it is published', () => {
		expect(publish.on.push?.tags).toEqual(['[0-9]+.[0-9]+.[0-9]+*']);
		const commands = commandsOf(publish);
		const at = (part: string) => commands.findIndex((command) => command.includes(part));
		expect(at('GITHUB_REF_NAME')).toBe(0);
		for (const gate of ['npm test', 'npm run scan', 'notesOfRelease']) {
			expect(at(gate)).toBeGreaterThanOrEqual(0);
			expect(at(gate)).toBeLessThan(at('npm run release'));
		}
	});

	it('is signed, and needs no stored token', () => {
		const [job] = Object.values(publish.jobs);
		expect(job?.permissions).toMatchObject({ 'id-token': 'write' });
		expect(JSON.stringify(publish)).not.toMatch(/secrets\./);
	});
});

it('only that workflow publishes', () => {
	expect(commandsOf(ci).join('\n')).not.toMatch(/release|publish/);
	expect(weekly).not.toMatch(/release|publish/);
	expect(commandsOf(ci)).toContain('.ci/run');
});

it('slow checks run weekly', () => {
	for (const command of ['compatibility', 'soak -- --minutes 60', 'prove', 'mutate'])
		expect(weekly).toContain(`npm run ${command}\n`);
});
