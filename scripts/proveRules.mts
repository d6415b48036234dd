/**
 * Proves that the rules about money, stopping, secrets and files are guarded: takes each one out of
 * a copy of the sources and expects its test to fail.
 *
 * Usage: npm run prove [-- --write] [-- --only TEXT]
 * --write: puts the result into docs/rules.md      --only: just the rules whose text or file holds it
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A rule of scripts/rules.json, with the code that keeps it and the test that guards it. */
type Rule = {
	readonly rule: string;
	readonly file: string;
	/** A piece of the file as it stands there. */
	readonly code: string;
	/** What takes its place. */
	readonly without: string;
	/** A pattern of test files. */
	readonly test: string;
	/** Of the tests in them, those whose names match. */
	readonly name: string;
};

const project = process.cwd();
const only = process.argv[process.argv.indexOf('--only') + 1] ?? '';
const allRules = JSON.parse(readFileSync('scripts/rules.json', 'utf8')) as Rule[];
const rules = process.argv.includes('--only') ? allRules.filter(isMeant) : allRules;
const copy = resolve('.rules');
const PROJECTS = ['--selectProjects', 'unit', 'timing'];
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

copySources();
try {
	const proofs = rules.map(prove);
	const failed = proofs.filter(({ proved }) => !proved);
	if (process.argv.includes('--write')) writeFileSync('docs/rules.md', asDocument(proofs));
	console.log(`${proofs.length - failed.length} rules proved by removal, ${failed.length} not`);
	process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
	rmSync(copy, { recursive: true, force: true });
}

function isMeant({ rule, file }: Rule): boolean {
	return rule.includes(only) || file.includes(only);
}

function copySources(): void {
	rmSync(copy, { recursive: true, force: true });
	mkdirSync(copy);
	for (const name of COPIED) cpSync(join(project, name), join(copy, name), { recursive: true });
	symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'), 'dir');
}

function prove(rule: Rule): Proof {
	const path = join(copy, rule.file);
	const source = readFileSync(path, 'utf8');
	if (!source.includes(rule.code)) {
		console.log(`MISSING  ${rule.rule}: ${rule.file} no longer holds\n  ${rule.code}`);
		return { ...rule, proved: false };
	}
	writeFileSync(
		path,
		source.replace(rule.code, () => rule.without),
	);
	const proved = !passes(rule);
	writeFileSync(path, source);
	console.log(`${proved ? 'proved  ' : 'NOT SEEN'} ${rule.rule}`);
	return { ...rule, proved };
}

function passes({ test, name }: Rule): boolean {
	const jest = join('node_modules', 'jest', 'bin', 'jest.js');
	const { status } = spawnSync(
		process.execPath,
		[jest, ...PROJECTS, '--testPathPatterns', test, '-t', name, '--forceExit'],
		{ cwd: copy, stdio: 'ignore', timeout: 120_000 },
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

Written by \`npm run prove -- --write\`: each rule is taken out of a copy of the sources, and its test must fail.

| Rule | Kept in | Tests (pattern of files, and of names) | Fails without it |
|---|---|---|---|
${rows.join('\n')}
`;
}
