import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The shipped code, as the compiler reads it. */
export const sources: readonly ts.SourceFile[] = ['client', 'nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(folder, { recursive: true }).map((name) => join(folder, `${name}`)),
	)
	.filter((path) => path.endsWith('.ts'))
	.sort()
	.map((path) => parsed(path, readFileSync(path, 'utf8')));

export function parsed(path: string, text: string): ts.SourceFile {
	return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** All nodes of a file, from its top to its end. */
export function nodesIn(node: ts.Node): readonly ts.Node[] {
	const below: ts.Node[] = [];
	ts.forEachChild(node, (child) => void below.push(...nodesIn(child)));
	return [node, ...below];
}

/** `client/api/apps.ts:55` */
export function placeOf(node: ts.Node): string {
	const file = node.getSourceFile();
	const { line } = file.getLineAndCharacterOfPosition(node.getStart());
	return `${file.fileName}:${line + 1}`;
}
