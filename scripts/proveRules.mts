/**
 * Proves that the rules of scripts/rules.json are tested: replaces the function of each one in a copy
 * of the sources, and expects its test to fail.
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
import ts from 'typescript';

/** A rule, the function that keeps it, and a test that fails without it. */
type Rule = {
	readonly rule: string;
	readonly file: string;
	/** The only one of this name in the file. */
	readonly function: string;
	/** Its body while the rule is removed. */
	readonly instead: string;
	readonly test: string;
	/** A part of the test's title, as it stands in the test file. */
	readonly title: string;
};

/** Whoever adds a rule to a full list says which one matters less. */
const MOST_RULES = 30;
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

function problemsOf(rule: Rule): string[] {
	const { file, function: name, test, title } = rule;
	const [body, ...others] = bodiesOf(rule);
	const problems: string[] = [];
	if (!body || others.length > 0) problems.push(`${file} needs one function named ${name}`);
	else problems.push(...unknownNames(rule, body));
	if (!textOf(test).includes(title)) problems.push(`${test} has no title with: ${title}`);
	return problems.map((problem) => `${rule.rule}\n  ${problem}`);
}

/** The bodies of all functions with that name: declarations, methods, and what a constant or a member is set to. */
function bodiesOf({ file, function: name }: Rule): readonly ts.Node[] {
	const bodies: ts.Node[] = [];
	ts.forEachChild(parsed(file, textOf(file)), function visit(node): void {
		if (ts.isFunctionLike(node) && 'body' in node && node.body) {
			const named = node.name ? node : node.parent;
			if ('name' in named && (named.name as ts.Node).getText() === name) bodies.push(node.body);
		}
		ts.forEachChild(node, visit);
	});
	return bodies;
}

/** The file without the rule. */
function removed({ file, instead }: Rule, body: ts.Node): string {
	const source = textOf(file);
	return `${source.slice(0, body.getStart())}{ ${instead} }${source.slice(body.end)}`;
}

/** Names that its new body uses and the file no longer has: without them, any test would fail. */
function unknownNames(rule: Rule, body: ts.Node): readonly string[] {
	const source = parsed(rule.file, removed(rule, body));
	const getSourceFile = (name: string) => (name === rule.file ? source : undefined);
	const host = { ...ts.createCompilerHost({}), getSourceFile };
	const program = ts.createProgram([rule.file], { noLib: true, noResolve: true }, host);
	const end = body.getStart() + rule.instead.length;
	return program.getSemanticDiagnostics(source).flatMap(({ messageText, start = 0 }) => {
		const isInBody = start > body.getStart() && start < end;
		return isInBody ? ts.flattenDiagnosticMessageText(messageText, ' ') : [];
	});
}

function parsed(file: string, text: string): ts.SourceFile {
	return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
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
	const [body] = problems.length === 0 ? bodiesOf(rule) : [];
	const path = join(copy, rule.file);
	if (body) writeFileSync(path, removed(rule, body));
	const proved = body !== undefined && failedTests(rule) > 0;
	if (body) writeFileSync(path, textOf(rule.file));
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
		// No workers: one that a removed rule keeps busy forever would outlive its parent.
		[jest, '--selectProjects', 'unit', '--json', '--forceExit', '--runInBand', test, '-t', name],
		{ cwd: copy, encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' },
	);
	const report = /^\{.*\}$/m.exec(stdout)?.[0] ?? '{}';
	return (JSON.parse(report) as { readonly numFailedTests?: number }).numFailedTests ?? 0;
}
