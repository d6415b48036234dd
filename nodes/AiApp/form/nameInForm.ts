import { counted, inOrder, isMedium, rangeText } from '../../../client/index';
import { presetOf, type ShownField } from './shownFields';

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
