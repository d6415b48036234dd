/**
 * Proves that the rules about money, stopping, secrets and files are tested: removes each one from
 * a copy of the sources and expects its test to fail.
 *
 * Usage: npm run prove [-- --write] [-- --only TEXT] [-- --check]
 * --write: writes the result into docs/development/rules.md    --only: only the rules whose text or file contains it
 * --check: runs no test, and only lists the removals that would prove nothing (npm run lint)
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { problemsOf } from './rules/problems.mts';
import { readRules, takenOut, type Rule } from './rules/rule.mts';

const project = process.cwd();
const isPart = process.argv.includes('--only');
const isWritten = process.argv.includes('--write');
const copy = resolve('.rules');
const PROJECTS = ['--selectProjects', 'unit'];
const COPIED = [
	'client',
	'credentials',
	'emulator',
	'nodes',
	'test',
	'jest.config.js',
	'package.json',
];

type Proof = Rule & { readonly proved: boolean };

if (process.argv.includes('--check')) checkAll(readRules());
else if (isPart && isWritten) {
	console.error(
		'--write needs all rules: docs/development/rules.md would lose those that --only leaves out',
	);
	process.exitCode = 1;
} else proveAll(isPart ? readRules().filter(isMeant) : readRules());

function isMeant({ rule, file }: Rule): boolean {
	const only = process.argv[process.argv.indexOf('--only') + 1] ?? '';
	return rule.includes(only) || file.includes(only);
}

function checkAll(rules: readonly Rule[]): void {
	const unfit = [...problemsOf(rules)].filter(([, problems]) => problems.length > 0);
	for (const [{ rule }, problems] of unfit)
		console.error([`UNFIT    ${rule}`, ...problems].join('\n  '));
	console.log(`${rules.length} rules, ${unfit.length} unfit to be proved by removal`);
	process.exitCode = unfit.length === 0 ? 0 : 1;
}

function proveAll(rules: readonly Rule[]): void {
	const problems = problemsOf(rules);
	copySources();
	try {
		const proofs = rules.map((rule) => prove(rule, problems.get(rule) ?? []));
		const failed = proofs.filter(({ proved }) => !proved);
		if (isWritten) writeFileSync('docs/development/rules.md', asDocument(proofs));
		console.log(`${proofs.length - failed.length} rules proved by removal, ${failed.length} not`);
		process.exitCode = failed.length === 0 ? 0 : 1;
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
}

function copySources(): void {
	rmSync(copy, { recursive: true, force: true });
	mkdirSync(copy);
	for (const name of COPIED) cpSync(join(project, name), join(copy, name), { recursive: true });
	symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'), 'dir');
}

/** Removes the rule, unless that would prove nothing. */
function prove(rule: Rule, problems: readonly string[]): Proof {
	if (problems.length > 0) {
		console.log([`UNFIT    ${rule.rule}`, ...problems].join('\n  '));
		return { ...rule, proved: false };
	}
	const path = join(copy, rule.file);
	const source = readFileSync(path, 'utf8');
	writeFileSync(path, takenOut(rule, source));
	const proved = !passes(rule);
	writeFileSync(path, source);
	console.log(`${proved ? 'proved  ' : 'NOT SEEN'} ${rule.rule}`);
	return { ...rule, proved };
}

function passes({ test, name }: Rule): boolean {
	const jest = join('node_modules', 'jest', 'bin', 'jest.js');
	const { status } = spawnSync(
		process.execPath,
		[jest, ...PROJECTS, '--testPathPatterns', test, '-t', name, '--forceExit', '--runInBand'],
		// Without workers: one that a removed rule keeps busy forever would outlive its parent.
		{ cwd: copy, stdio: 'ignore', timeout: 120_000, killSignal: 'SIGKILL' },
	);
	return status === 0;
}

function cell(text: string): string {
	return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``;
}

function asDocument(proofs: readonly Proof[]): string {
	const rows = proofs.map(
		({ rule, file, test, name, proved }) =>
			`| ${rule} | \`${file}\` | ${cell(`/${test}/`)} ${cell(name)} | ${proved ? 'yes' : 'no'} |`,
	);
	return `# Rules proved by removal

Written by \`npm run prove -- --write\`: each rule is removed from a copy of the sources, and its test must fail.

| Rule | File | Tests (pattern of files, and of names) | Fails without it |
|---|---|---|---|
${rows.join('\n')}
`;
}
