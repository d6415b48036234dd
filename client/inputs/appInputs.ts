import { MEDIA } from '../parsing/mimeTypes';
import type { InputField } from './schema';

/**
 * The inputs of an app, with what the check of each item looks up in them: made once for an app, because
 * it may have thousands of inputs, and there may be thousands of items.
 */
export type AppInputs = {
	/** Those of its form, in its order. */
	readonly fields: readonly InputField[];
	/** Hidden ones as well: JSON and overrides may set them. */
	readonly byKey: ReadonlyMap<string, InputField>;
	/**
	 * The key of an input that is named by its key, or by a label that no other one has: that of the form,
	 * or that of its author. A key wins over a label, and a label in its own letters over one that differs
	 * in upper and lower case.
	 */
	readonly keyOf: (nameOrKey: string) => string;
	/** Whether several inputs have the label, in upper or lower case. */
	readonly isShared: (label: string) => boolean;
	/** As errors tell of them. */
	readonly accepted: ReadonlyArray<Pick<InputField, 'key' | 'label'>>;
	readonly seeds: readonly InputField[];
	/** Those that take a file, and have no default. */
	readonly files: readonly InputField[];
};

export function appInputs(inputs: readonly InputField[]): AppInputs {
	const byKey = new Map(inputs.map((field) => [field.key, field]));
	const fields = inputs.filter(({ kind }) => kind !== 'hidden');
	return {
		fields,
		byKey,
		...namesOfInputs(fields, byKey),
		accepted: fields.map(({ key, label }) => ({ key, label })),
		seeds: fields.filter(({ isSeed }) => isSeed),
		files: fields.filter((field) => isMedium(field) && field.default === undefined),
	};
}

function namesOfInputs(
	fields: readonly InputField[],
	byKey: ReadonlyMap<string, unknown>,
): Pick<AppInputs, 'isShared' | 'keyOf'> {
	const byLabel = new Map<string, string | undefined>();
	const byLetters = new Map<string, string | undefined>();
	let longest = 0;
	for (const { key, label, ownLabel } of fields) {
		for (const name of new Set([label, ownLabel])) {
			const letters = name.toLowerCase();
			byLabel.set(name, byLabel.has(name) ? undefined : key);
			byLetters.set(letters, byLetters.has(letters) ? undefined : key);
			longest = Math.max(longest, key.length, letters.length);
		}
	}
	// A caller's name may have megabytes. Lower case makes none shorter.
	const isTooLong = (name: string) => name.length > longest;
	return {
		keyOf(name) {
			if (isTooLong(name) || byKey.has(name)) return name;
			const label = byLabel.has(name) ? byLabel.get(name) : byLetters.get(name.toLowerCase());
			return label ?? name;
		},
		isShared(label) {
			const letters = isTooLong(label) ? undefined : label.toLowerCase();
			return letters !== undefined && byLetters.has(letters) && !byLetters.get(letters);
		},
	};
}

/** Whether an input takes a file. */
export function isMedium({ kind }: Pick<InputField, 'kind'>): boolean {
	return kind === 'file' || MEDIA.some((medium) => medium === kind);
}
