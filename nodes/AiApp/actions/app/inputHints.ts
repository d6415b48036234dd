import {
	counted,
	isMedium,
	say,
	type AppInputs,
	type MappedFields,
	type ResolvedInputs,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import { presetOf } from '../../form/shownFields';
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

/** What became of the values of an item; `rejected` are the keys of those that can't be sent. */
export type Resolved = ResolvedInputs & { readonly rejected: ReadonlySet<string> };

/**
 * Warns about inputs that get the app's default because they're null: an expression that returns
 * null leaves no other trace.
 */
export function hintAtNulls(
	{ hints }: ExecutionContext,
	{ byKey }: AppInputs,
	{ nulls, rejected }: Resolved,
): void {
	for (const key of nulls) {
		const field = byKey.get(key);
		if (!field?.default || rejected.has(key)) continue;
		if (field.kind !== 'text' && !isMedium(field)) continue;
		hints.count(
			`null ${key}`,
			(items) =>
				say`'${field.label}' (${key}) is null in ${counted(items, 'item')}, so the app's default is used. If you didn't expect this, check the value and any expression in it.`,
		);
	}
}

/** Warns about a number that n8n's editor may have stored for an empty field. */
export function hintAtZeros(
	{ hints }: ExecutionContext,
	{ byKey }: AppInputs,
	{ values }: Resolved,
	{ zeroKeys }: ItemInputs,
): void {
	const labels = zeroKeys.flatMap((key) => {
		const field = byKey.get(key);
		const isZero = field?.kind === 'number' && values[key] === 0 && presetOf(field) === undefined;
		return isZero ? `'${field.label}'` : [];
	});
	if (labels.length > 0)
		hints.add(
			say`0 is sent for ${labels}. Older editors of n8n enter 0 into an empty number when you open the node. To use the app's default, remove the input.`,
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
