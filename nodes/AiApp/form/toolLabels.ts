import type { InputField } from '../../../client/index';

type NotedField = Pick<InputField, 'key' | 'label'> & {
	/** What follows the label in the form. */
	readonly note?: string;
};

/** n8n cuts an argument's name after this many characters. */
const NAME_LENGTH = 63;
/** Leaves room for a part of the label. */
const KEY_LENGTH = 40;

/**
 * Labels for the form of an agent's tool. The button "Let the model define this parameter" names
 * the argument after the label: all but Latin letters, digits and dashes become `_`, and equal
 * names are one argument. A label that is then meaningless or not unique begins with the input's ID
 * or number.
 */
export function toolLabels(fields: readonly NotedField[]): string[] {
	const plain = fields.map(({ label }) => label);
	const notes = fields.map(({ note }) => note ?? '');
	const withKey = distinguished(plain, notes, (n) => {
		const key = fields[n]?.key.slice(0, KEY_LENGTH) ?? '';
		return isTelling(key) ? key : inputNumber(n);
	});
	return distinguished(withKey, notes, inputNumber);
}

/** Puts a part before the labels that need one. */
function distinguished(
	labels: readonly string[],
	notes: readonly string[],
	part: (n: number) => string,
): string[] {
	const names = labels.map((label, n) => argumentName(`${label}${notes[n]}`));
	return labels.map((label, n) => {
		const isAlone = names.filter((name) => name === names[n]).length === 1;
		return isAlone && isTelling(label) ? label : `${part(n)}: ${label}`;
	});
}

function inputNumber(n: number): string {
	return `Input ${n + 1}`;
}

/** The name of the argument in lower case: models mix up names that differ only in case. */
function argumentName(label: string): string {
	return label
		.replace(/[^a-zA-Z0-9-]/g, '_')
		.slice(0, NAME_LENGTH)
		.toLowerCase();
}

function isTelling(text: string): boolean {
	return /[a-z]{2}/i.test(text.slice(0, NAME_LENGTH));
}
