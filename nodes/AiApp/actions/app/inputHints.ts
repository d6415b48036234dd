import { counted, say, type AppInputs, type MappedFields } from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
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
		(names) =>
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
