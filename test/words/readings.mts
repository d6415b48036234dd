import ts from 'typescript';
import { INSERTED, textOf } from './writtenTexts.mts';

/**
 * All possible readings of an expression: both sides of a choice, and constants of its file in
 * place of their names. A value that is only known at run time is a mark.
 */
export function readingsOf(expression: ts.Expression): readonly string[] {
	if (ts.isTaggedTemplateExpression(expression)) return readingsOf(expression.template);
	if (ts.isTemplateExpression(expression)) return readingsOfTemplate(expression);
	if (ts.isParenthesizedExpression(expression)) return readingsOf(expression.expression);
	if (ts.isConditionalExpression(expression))
		return [expression.whenTrue, expression.whenFalse].flatMap(readingsOf);
	if (ts.isBinaryExpression(expression))
		return [expression.left, expression.right].flatMap(readingsOf);
	const text = textOf(expression);
	return text === undefined ? readingsOfConstant(expression) : [text];
}

function readingsOfTemplate({ head, templateSpans }: ts.TemplateExpression): readonly string[] {
	return templateSpans.reduce<readonly string[]>(
		(read, { expression, literal }) =>
			read.flatMap((before) =>
				readingsOf(expression).map((inserted) => `${before}${inserted}${literal.text}`),
			),
		[head.text],
	);
}

/** A constant, or any member of a constant table. */
function readingsOfConstant(expression: ts.Expression): readonly string[] {
	const isMember =
		ts.isElementAccessExpression(expression) || ts.isPropertyAccessExpression(expression);
	const constant = constantOf(isMember ? expression.expression : expression);
	if (!constant) return [INSERTED];
	if (!ts.isObjectLiteralExpression(constant)) return isMember ? [INSERTED] : readingsOf(constant);
	const members = constant.properties.filter(ts.isPropertyAssignment);
	return members.flatMap(({ initializer }) => readingsOf(initializer));
}

/** The value of a `const` at the top of the file. */
function constantOf(name: ts.Expression): ts.Expression | undefined {
	if (!ts.isIdentifier(name)) return undefined;
	const found = name
		.getSourceFile()
		.statements.filter(ts.isVariableStatement)
		.flatMap(({ declarationList }) => declarationList.declarations)
		.find((declaration) => declaration.name.getText() === name.text);
	return withoutType(found?.initializer);
}

/** Without `as const satisfies ...`. */
function withoutType(expression: ts.Expression | undefined): ts.Expression | undefined {
	if (!expression) return undefined;
	return ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)
		? withoutType(expression.expression)
		: expression;
}
