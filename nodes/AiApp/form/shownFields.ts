import { isMedium, type InputField, counted, inOrder, rangeText } from '../../../client/index';
import { canBeFilledIn, harmless } from './untrustedText';

/** An input as the form shows it. */
export type ShownField = InputField & {
	/** How many choices there are, if they are too many for a list. */
	readonly unlisted?: number;
	/** How many inputs the form leaves out, in its last field. */
	readonly leftOut?: number;
};

const MAX_FIELDS = 500;
const MAX_LISTED_CHOICES = 1_000;
/** Long keys would cost time, because each key is read for each item. */
const MAX_KEY_LENGTH = 300;
/** Longer texts aren't edited in a form. */
const MAX_DEFAULT_LENGTH = 20_000;

/** The inputs of an app that fit into a form. JSON and overrides take all of them. */
export function shownFields(fields: readonly InputField[]): ShownField[] {
	const shown = fields
		.filter(({ key }) => key.length <= MAX_KEY_LENGTH)
		.slice(0, MAX_FIELDS)
		.map((field) =>
			field.kind === 'choice' && field.choices.length > MAX_LISTED_CHOICES ? asText(field) : field,
		);
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
		return Math.abs(Number(preset)) <= Number.MAX_SAFE_INTEGER ? preset : undefined;
	return typeof preset !== 'string' || canBeFilledIn(preset) ? preset : undefined;
}

/** A choice as a text field. The task stays the same, because every choice is accepted as text. */
function asText(field: InputField): ShownField {
	const { choices, default: preset } = field;
	return {
		...field,
		kind: 'text',
		default: preset === undefined ? preset : String(preset),
		choices: [],
		unlisted: choices.length,
	};
}

/** Shown for a default that can't be filled in. If nobody edits the field, it isn't sent. */
const KEEPS_DEFAULT = 'app default unless set';

/** An input's name in the form: a mapper field has no place for a hint, so its label contains it. */
export function nameInForm(field: ShownField): string {
	return inOrder([field.label, noteOf(field, false)]);
}

/** What the form adds to a label. */
export function noteOf(field: ShownField, isTool: boolean): string {
	const { kind, unlisted, leftOut } = field;
	const isFile = isMedium(field);
	const isEmpty = presetOf(field) === undefined;
	const isLeftOut = field.default !== undefined && isEmpty && !isFile;
	const takes =
		kind === 'number' ? rangeText(field) || (isEmpty && !isLeftOut ? 'number' : '') : '';
	const notes = [
		// The editor cuts long labels, so what a file input takes comes first. Tools get no files of items.
		isFile && (isTool ? 'URL' : 'file or URL'),
		takes,
		unlisted !== undefined && `one of ${counted(unlisted, 'choice')}`,
		isLeftOut && KEEPS_DEFAULT,
		leftOut !== undefined && `${counted(leftOut, 'more input')}: use JSON or Override Inputs`,
	].filter(Boolean);
	return notes.length > 0 ? `(${notes.join('; ')})` : '';
}
