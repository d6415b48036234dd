import { MEDIA } from '../parsing/mimeTypes';
import type { InputField } from './schema';

/**
 * The inputs of an app, indexed for the checks of items. Made once for an app, because there may be
 * thousands of inputs and of items.
 */
export type AppInputs = {
	/** The inputs of its form, in the order of the form. */
	readonly fields: readonly InputField[];
	/** All inputs, hidden ones too: JSON and overrides may set them. */
	readonly byKey: ReadonlyMap<string, InputField>;
	/**
	 * The key of an input, found by its key or by a label that no other input has: the form's label,
	 * the author's, or the name in the form. A key goes before a label, and an exact label before one
	 * that differs only in case. n8n's forms name a file after its label, with `_` for each character
	 * but Latin letters and digits.
	 */
	readonly keyOf: (nameOrKey: string) => string;
	/** Whether several inputs have the label, whatever its case. */
	readonly isShared: (label: string) => boolean;
	/** The inputs of the form as errors list them. */
	readonly accepted: ReadonlyArray<Pick<InputField, 'key' | 'label'>>;
	readonly seeds: readonly InputField[];
};

/** @param nameInForm the name of an input in the form, if it isn't the label alone */
export function appInputs(
	inputs: readonly InputField[],
	nameInForm: (field: InputField) => string = ({ label }) => label,
): AppInputs {
	const byKey = new Map(inputs.map((field) => [field.key, field]));
	const fields = inputs.filter(({ kind }) => kind !== 'hidden');
	return {
		fields,
		byKey,
		...namesOfInputs(fields, byKey, nameInForm),
		accepted: fields.map(({ key, label }) => ({ key, label })),
		seeds: fields.filter(({ isSeed }) => isSeed),
	};
}

function namesOfInputs(
	fields: readonly InputField[],
	byKey: ReadonlyMap<string, unknown>,
	nameInForm: (field: InputField) => string,
): Pick<AppInputs, 'isShared' | 'keyOf'> {
	const byLabel = new Map<string, string | undefined>();
	const byLetters = new Map<string, string | undefined>();
	let longest = 0;
	for (const field of fields) {
		const { key, label, ownLabel } = field;
		for (const name of new Set([label, ownLabel, nameInForm(field)])) {
			const letters = name.toLowerCase();
			addOwner(byLabel, name, key);
			addOwner(byLetters, letters, key);
			longest = Math.max(longest, letters.length);
		}
	}
	const labels = new Set(byLetters.keys());
	for (const { key, label } of fields.filter(isMedium)) {
		const ofForm = label.replaceAll(/\W/g, '_').toLowerCase();
		if (!labels.has(ofForm)) addOwner(byLetters, ofForm, key);
	}
	// A name that a caller looks up may have megabytes. It isn't put into lower case if it's longer
	// than every label, because that makes no name shorter.
	const isTooLong = (name: string) => name.length > longest;
	return {
		keyOf(name) {
			if (byKey.has(name) || isTooLong(name)) return name;
			const label = byLabel.has(name) ? byLabel.get(name) : byLetters.get(name.toLowerCase());
			return label ?? name;
		},
		isShared(label) {
			if (isTooLong(label)) return false;
			const letters = label.toLowerCase();
			return byLetters.has(letters) && !byLetters.get(letters);
		},
	};
}

/** The input with a name; undefined if several have it. */
function addOwner(owners: Map<string, string | undefined>, name: string, key: string): void {
	owners.set(name, owners.has(name) ? undefined : key);
}

/** Whether an input takes a file. */
export function isMedium({ kind }: Pick<InputField, 'kind'>): boolean {
	return kind === 'file' || MEDIA.some((medium) => medium === kind);
}
