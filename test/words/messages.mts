import ts from 'typescript';
import { readingsOf } from './readings.mts';
import { nodesIn, placeOf, sources } from './sources.mts';

/** A text of an error, in one of its possible readings. */
export type MessageText = { readonly place: string; readonly text: string };

type Errors = { readonly titles: readonly MessageText[]; readonly advices: readonly MessageText[] };

/** The texts of the errors of a file: their titles, and their advice. */
export function errorsIn(file: ts.SourceFile): Errors {
	const made = nodesIn(file).filter(ts.isNewExpression);
	const errors = made.filter(({ expression }) => expression.getText() === 'AiAppError');
	const advised = nodesIn(file).flatMap((node) =>
		ts.isCallExpression(node) && isCallOf(node, 'advising') ? [...node.arguments] : [],
	);
	const own = errors.flatMap((error) => error.arguments?.slice(3) ?? []);
	return {
		titles: errors.flatMap((error) => error.arguments?.[1] ?? []).flatMap(textsOf),
		advices: [...own, ...advised, ...namedAdvices(file)].flatMap(textsOf),
	};
}

const all = sources.map(errorsIn);
export const titles: readonly MessageText[] = all.flatMap((errors) => errors.titles);
export const advices: readonly MessageText[] = all.flatMap((errors) => errors.advices);

/** Advice that is an argument of the function which creates the error. */
function namedAdvices(file: ts.SourceFile): readonly ts.Expression[] {
	const properties = nodesIn(file).filter(ts.isPropertyAssignment);
	return properties.flatMap(({ name, initializer }) => {
		if (name.getText() !== 'advice') return [];
		if (!ts.isObjectLiteralExpression(initializer)) return [initializer];
		const members = initializer.properties.filter(ts.isPropertyAssignment);
		return members.map((member) => member.initializer);
	});
}

function isCallOf({ expression }: ts.CallExpression, name: string): boolean {
	return ts.isPropertyAccessExpression(expression) && expression.name.text === name;
}

function textsOf(expression: ts.Expression): readonly MessageText[] {
	return readingsOf(expression).map((text) => ({ place: placeOf(expression), text }));
}
