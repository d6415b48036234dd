import {
	counted,
	say,
	uploadName,
	type AppInputs,
	type MappedFields,
	type ResolvedInputs,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import type { ItemToCheck } from './itemToCheck';
import type { ItemInputs } from './userInputs';

/** Warns if the form in the editor shows other inputs than the app has. */
export function hintAtStaleForm(
	{ hints }: ExecutionContext,
	{ appId, formKeys }: ItemInputs,
	{ app: { byKey, fields }, shownInputs }: AppForm,
): void {
	if (formKeys.length === 0) return;
	const shown = new Set(formKeys);
	const isWhole = fields.length === shown.size || shownInputs === shown.size;
	const same = isWhole && formKeys.every((key) => byKey.has(key));
	if (!same)
		hints.add(
			say`The form doesn't show the inputs of app ${appId}: it's another app's form, or the app has changed. Open the node, click the menu next to 'App Inputs' and select 'Refresh Input List'.`,
		);
}

/** Names the fields of the items that were meant to set an input, but don't. */
export function hintAtFields(
	{ hints }: ExecutionContext,
	{ fields }: AppInputs,
	{ shared, unused }: MappedFields,
): void {
	hints.gather(
		'unused fields',
		unused,
		(_, names) =>
			say`${counted(names.length, 'field')} ${names.length === 1 ? "isn't" : "aren't"} used: ${names}.`,
	);
	// Fields that differ only in case or blanks get one hint together.
	const named = new Map(shared.map((name) => [name.trim().toLowerCase(), name]));
	const alike = new Map<string, string[]>();
	for (const { label, ownLabel } of named.size > 0 ? fields : []) {
		const letters = ownLabel.toLowerCase();
		alike.set(letters, [...(alike.get(letters) ?? []), label]);
	}
	for (const [letters, name] of named)
		hints.add(
			say`The field '${name}' isn't used, because several inputs have that label. Give it one of these names: ${alike.get(letters)}.`,
		);
}

/** Phones and scanners make such images, and many apps can't open them. */
const RARE_IMAGE = /\.(avif|hei[cf]|tiff?)$/i;

/** Warns about the images of an item that the app may be unable to open. */
export function hintAtRareImages(
	{ hints }: ExecutionContext,
	files: ResolvedInputs['files'],
	heads: ItemToCheck['heads'],
): void {
	const names = Object.values(files).map(({ binaryField }) => uploadName(heads(binaryField)));
	const formats = names.flatMap((name) => RARE_IMAGE.exec(name)?.[1]?.toUpperCase() ?? []);
	if (formats.length === 0) return;
	const all = [...new Set(formats)];
	hints.count(
		`image ${all.join()}`,
		(items) =>
			say`An image is ${all} in ${counted(items, 'item')}. Many apps can't open it. Use JPEG or PNG, or convert it with an Edit Image node, which needs GraphicsMagick.`,
	);
}
