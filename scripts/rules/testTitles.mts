import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

/** Parts of a title that come from a table or an expression. */
const PLACEHOLDER = /%[a-z]|\$\w+(\.\w+)*|\$\{\}/g;

/** The files of the tests that rules are proved by. */
export function testFiles(): string[] {
	return readdirSync('test', { recursive: true, encoding: 'utf8' })
		.map((name) => `test/${name.replaceAll('\\', '/')}`)
		.filter((path) => /\.test\.mts$/.test(path) && !path.startsWith('test/e2e/'));
}

/**
 * The titles of the tests in a file, with those around them. Tables are not evaluated: a title with
 * placeholders is listed with each text of the file in their place.
 */
export function titlesIn(path: string): string[] {
	const trees = [...modulesOf(path, new Map()).values()];
	const values = [...new Set(trees.flatMap(textsIn))];
	return trees.flatMap((tree) => titlesBelow(tree, '')).flatMap((title) => filled(title, values));
}

/** The file and its imports from the tests: some have titles and tables there. */
function modulesOf(path: string, found: Map<string, ts.SourceFile>): Map<string, ts.SourceFile> {
	if (found.has(path)) return found;
	const tree = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true);
	found.set(path, tree);
	for (const { fileName } of ts.preProcessFile(tree.text).importedFiles) {
		const imported = join(dirname(path), fileName);
		if (/^test\/.*\.mts$/.test(imported)) modulesOf(imported, found);
	}
	return found;
}

function textsIn(node: ts.Node): string[] {
	const own = ts.isStringLiteralLike(node) || ts.isPropertyAssignment(node) ? [textOf(node)] : [];
	return [...own, ...childrenOf(node).flatMap(textsIn)];
}

function textOf(node: ts.StringLiteralLike | ts.PropertyAssignment): string {
	return ts.isPropertyAssignment(node) ? node.name.getText() : node.text;
}

function titlesBelow(node: ts.Node, around: string): string[] {
	const title = titleOf(node);
	const full = title === undefined ? around : `${around} ${title}`.trim();
	const below = childrenOf(node).flatMap((child) => titlesBelow(child, full));
	return title === undefined || below.length > 0 ? below : [full];
}

function titleOf(node: ts.Node): string | undefined {
	if (!ts.isCallExpression(node)) return undefined;
	const isTest = /^(describe|it|test)\b/.test(node.expression.getText());
	const [title, body] = node.arguments;
	if (!isTest || !title || !body) return undefined;
	if (ts.isStringLiteralLike(title)) return title.text;
	if (!ts.isTemplateExpression(title)) return '${}';
	const pieces = [title.head, ...title.templateSpans.map(({ literal }) => literal)];
	return pieces.map(({ text }) => text).join('${}');
}

function filled(title: string, values: readonly string[]): string[] {
	const parts = title.split(PLACEHOLDER);
	return parts.length > 1 ? values.map((value) => parts.join(value)) : [title];
}

function childrenOf(node: ts.Node): ts.Node[] {
	const children: ts.Node[] = [];
	node.forEachChild((child) => void children.push(child));
	return children;
}
