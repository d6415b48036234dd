/**
 * Proves that the rules of scripts/rules.json are tested: removes the code of each one from a copy of
 * the sources, and expects its test to fail.
 */
import { spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

/** A rule, the piece of a file that keeps it, and a test that fails without it. */
type Rule = {
	readonly rule: string;
	readonly file: string;
	/** Occurs exactly once in the file. */
	readonly remove: string;
	readonly test: string;
	/** A part of the test's title, as it stands in the test file. */
	readonly title: string;
};

/** Whoever adds a rule to a full list says which one matters less. */
const MOST_RULES = 60;
const COPIED = [
	...['client', 'credentials', 'docs', 'emulator', 'nodes', 'test'],
	...['jest.config.js', 'README.md'],
];

const rules = JSON.parse(readFileSync('scripts/rules.json', 'utf8')) as readonly Rule[];
const copy = resolve('.rules');

/**
 * @param only proves only the rules whose text or file contains it
 * @param check runs no test, and lists the rules that fit the sources no more
 */
export default function prove({ only = '', check = false }: { only?: string; check?: boolean }) {
	if (check) checkAll();
	else proveAll(chosenBy(only));
}

function chosenBy(only: string): readonly Rule[] {
	const chosen = rules.filter(({ rule, file }) => rule.includes(only) || file.includes(only));
	if (chosen.length > 0) return chosen;
	throw new Error(`No rule or file contains ${JSON.stringify(only)}.`);
}

function checkAll(): void {
	const problems = rules.flatMap(problemsOf);
	if (rules.length > MOST_RULES)
		problems.push(
			`${rules.length} rules are more than ${MOST_RULES}: leave the rest to npm run mutate`,
		);
	for (const problem of problems) console.error(problem);
	console.log(`${rules.length} rules, ${problems.length} problems`);
	process.exitCode = problems.length === 0 ? 0 : 1;
}

function problemsOf({ rule, file, remove, test, title }: Rule): string[] {
	const times = textOf(file).split(remove).length - 1;
	const problems = times === 1 ? [] : [`${file} contains ${times} times: ${remove}`];
	if (!textOf(test).includes(title)) problems.push(`${test} has no title with: ${title}`);
	return problems.map((problem) => `${rule}\n  ${problem}`);
}

function textOf(file: string): string {
	return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function proveAll(chosen: readonly Rule[]): void {
	copySources();
	try {
		const failed = chosen.filter((rule) => !isProved(rule));
		console.log(`${chosen.length - failed.length} rules proved by removal, ${failed.length} not`);
		process.exitCode = failed.length === 0 ? 0 : 1;
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
}

function copySources(): void {
	rmSync(copy, { recursive: true, force: true });
	mkdirSync(copy);
	for (const name of COPIED) cpSync(name, join(copy, name), { recursive: true });
	cpSync('package.json', join(copy, 'package.json'));
	symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'dir');
}

function isProved(rule: Rule): boolean {
	const problems = problemsOf(rule);
	const source = textOf(rule.file);
	const path = join(copy, rule.file);
	if (problems.length === 0) writeFileSync(path, source.replace(rule.remove, ''));
	const proved = problems.length === 0 && failedTests(rule) > 0;
	if (problems.length === 0) writeFileSync(path, source);
	console.log(`${proved ? 'proved  ' : 'NOT SEEN'} ${rule.rule}`);
	for (const problem of problems) console.log(`  ${problem}`);
	return proved;
}

/** A file of tests that can't be loaded has no failed test. */
function failedTests({ test, title }: Rule): number {
	const jest = join('node_modules', 'jest', 'bin', 'jest.js');
	const name = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	const { stdout } = spawnSync(
		process.execPath,
		// Without workers: one that a removed rule keeps busy forever would outlive its parent.
		[jest, '--selectProjects', 'unit', '--json', '--forceExit', '--runInBand', test, '-t', name],
		{ cwd: copy, encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' },
	);
	const report = /^\{.*\}$/m.exec(stdout)?.[0] ?? '{}';
	return (JSON.parse(report) as { readonly numFailedTests?: number }).numFailedTests ?? 0;
}
