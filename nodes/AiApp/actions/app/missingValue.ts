import { AiAppError, say } from '../../../../client/index';

/** An expression or an override of an item without the value that it is there for. */
export function missingValue(what: string, itemIndex: number, key: string): AiAppError {
	return new AiAppError(
		'input',
		say`${what} [item ${itemIndex}]`,
		{ forAgents: 'Provide a value for this input, or ask the user to check this tool.' },
		say`Check the field names in the expression. To use the app's default, remove the input or have the expression return null. Input ID: ${key}. You weren't charged.`,
	);
}
