import ts from 'typescript';
import { nodesIn, placeOf, sources } from './sources.mts';

/** Replaces an insertion of a template, with as many characters as a title counts for it. */
export const INSERTED = '‹inserted›';

export type WrittenText = {
	readonly place: string;
	readonly text: string;
	/** Of the property that it is the value of. */
	readonly property: string | undefined;
};

/** The texts of a file: literals and templates, without names of modules, types and properties. */
export function textsIn(file: ts.SourceFile): readonly WrittenText[] {
	return nodesIn(file).flatMap((node) => {
		const text = textOf(node);
		if (text === undefined || isName(node)) return [];
		return [{ place: placeOf(node), text, property: propertyOf(node) }];
	});
}

/** Of all shipped code. */
export const writtenTexts: readonly WrittenText[] = sources.flatMap(textsIn);

/** A literal as it reads, or a template with marks for its insertions. */
export function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.templateSpans.reduce(
		(read, { literal }) => `${read}${INSERTED}${literal.text}`,
		node.head.text,
	);
}

function isName(node: ts.Node): boolean {
	const { parent } = node;
	if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
	if (ts.isLiteralTypeNode(parent)) return true;
	return ts.isPropertyAssignment(parent) && parent.name === node;
}

function propertyOf({ parent }: ts.Node): string | undefined {
	return ts.isPropertyAssignment(parent) ? parent.name.getText() : undefined;
}
