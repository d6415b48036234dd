import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** One file: its path from the project's root with forward slashes, and its syntax tree. */
export type Source = { readonly path: string; readonly tree: ts.SourceFile };

export type Import = { readonly specifier: string; readonly node: ts.Node };

export function parseSource(sourcePath: string, text: string): Source {
	return {
		path: sourcePath,
		tree: ts.createSourceFile(sourcePath, text, ts.ScriptTarget.ESNext, true),
	};
}

/** Every TypeScript file below `folders`; a folder that does not exist holds none. */
export function readSources(root: string, folders: readonly string[]): Source[] {
	return folders
		.filter((folder) => existsSync(path.join(root, folder)))
		.flatMap((folder) =>
			readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
				.filter((name) => /\.m?ts$/.test(name))
				.map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
		)
		.map((name) => parseSource(name, readFileSync(path.join(root, name), 'utf8')));
}

export function descendants(tree: ts.Node): ts.Node[] {
	const found: ts.Node[] = [];
	tree.forEachChild((child) => void found.push(child, ...descendants(child)));
	return found;
}

/** Every way to name another module: import, export from, import(), import type, require. */
export function importsOf(source: Source): Import[] {
	return descendants(source.tree).flatMap((node) => {
		const named = moduleNamedBy(node);
		if (!named) return [];
		return [{ specifier: ts.isStringLiteralLike(named) ? named.text : '<computed>', node }];
	});
}

function moduleNamedBy(node: ts.Node): ts.Node | undefined {
	if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
	if (ts.isExternalModuleReference(node)) return node.expression;
	if (ts.isImportTypeNode(node))
		return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node;
	if (!ts.isCallExpression(node)) return undefined;
	const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
	const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
	return isImport || isRequire ? node.arguments[0] : undefined;
}

/** The path from the root that a relative specifier means, without extension; else undefined. */
export function targetOf(source: Source, specifier: string): string | undefined {
	if (!specifier.startsWith('.')) return undefined;
	const target = path.posix.join(path.posix.dirname(source.path), specifier);
	return target.replace(/\.(mts|ts|mjs|js|json)$/, '');
}
