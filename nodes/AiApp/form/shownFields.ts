import { isMedium, type InputField } from '../../../client/index';
import { bytesOfMarks, canBeFilledIn, encodeFieldId, harmless } from './untrustedText';

/** An input as the form shows it. */
export type ShownField = InputField & {
	/** How many choices there are, if they are too many for a list. */
	readonly unlisted?: number;
	/** How many inputs the form leaves out, in its last field. */
	readonly leftOut?: number;
};

/** The editor stores the form with the workflow, most of it twice, and n8n takes 16 MB of UTF-8. */
const MAX_BYTES = 2_000_000;
const MAX_FIELDS = 500;
const MAX_CHOICES = 1_000;
/** Long keys would cost time, because each key is read for each item. */
const MAX_KEY_LENGTH = 300;
const MAX_LABEL_LENGTH = 200;
/** Longer texts aren't edited in a form. */
const MAX_DEFAULT_LENGTH = 20_000;

/** The inputs of an app that fit into a form. JSON and overrides take all of them. */
export function shownFields(fields: readonly InputField[]): ShownField[] {
	let left = MAX_BYTES;
	const shown = fields.slice(0, MAX_FIELDS).flatMap((field) => {
		const asList = {
			...field,
			label: shortened(field.label),
			ownLabel: shortened(field.ownLabel),
		};
		const ways = field.choices.length > MAX_CHOICES ? [asText(asList)] : [asList, asText(asList)];
		const isShown = field.key.length <= MAX_KEY_LENGTH;
		for (const way of isShown ? ways : []) {
			const weight = weightOf(way);
			if (weight > left) continue;
			left -= weight;
			return way;
		}
		return [];
	});
	const leftOut = fields.length - shown.length;
	if (leftOut === 0) return shown;
	return shown.map((field, n) => (n === shown.length - 1 ? { ...field, leftOut } : field));
}

/** Whether a default can be filled into a form. */
export function isShort(preset: InputField['default']): boolean {
	return String(preset).length <= MAX_DEFAULT_LENGTH;
}

/**
 * The prefilled value; undefined if the app's own default applies. A file input has none: the URL of
 * the author's sample would look like the user's file.
 */
export function presetOf(field: InputField): InputField['default'] {
	const { kind, default: preset } = field;
	if (isMedium(field) || !isShort(preset)) return undefined;
	if (kind === 'choice') return harmless(preset);
	// The editor would round a whole number above 2^53.
	if (kind === 'number')
		return Number.isSafeInteger(preset) || isFraction(preset) ? preset : undefined;
	return typeof preset !== 'string' || canBeFilledIn(preset) ? preset : undefined;
}

function isFraction(preset: InputField['default']): boolean {
	return typeof preset === 'number' && !Number.isInteger(preset);
}

/** A choice as a text field. The task stays the same, because every choice is accepted as text. */
function asText(field: InputField): ShownField {
	if (field.kind !== 'choice') return field;
	const { choices, default: preset } = field;
	return {
		...field,
		kind: 'text',
		default: preset === undefined ? preset : String(preset),
		choices: [],
		unlisted: choices.length,
	};
}

/**
 * The size of a field in bytes, as the editor stores it: with the marks that keep n8n from running
 * a text, which may be longer than the text. Half of a surrogate pair takes six bytes.
 */
function weightOf({ key, kind, label, choices, default: preset }: ShownField): number {
	const options = (kind === 'choice' ? choices : []).map((choice) => ({
		name: choice.label,
		value: choice.value,
	}));
	const filledIn = isShort(preset) && preset;
	const texts = [label, filledIn, ...options.flatMap(({ name, value }) => [name, value])];
	const marks = texts.map((text) => (typeof text === 'string' ? bytesOfMarks(text) : 0));
	const stored = JSON.stringify([encodeFieldId(key), label, options, filledIn]);
	return marks.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(stored));
}

function shortened(text: string): string {
	if (text.length <= MAX_LABEL_LENGTH) return text;
	return `${text.slice(0, MAX_LABEL_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
