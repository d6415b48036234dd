import {
	counted,
	isMedium,
	say,
	type AppInputs,
	type InputField,
	type ResolvedInputs,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import type { ItemInputs } from './userInputs';

/** Warns if the form in the editor shows other inputs than the app has. */
export function hintAtStaleForm(
	{ hints }: ExecutionContext,
	{ appId, formKeys }: ItemInputs,
	{ app: { byKey }, shownInputs }: AppForm,
): void {
	if (formKeys.length === 0) return;
	const shown = new Set(formKeys);
	const isWhole = byKey.size === shown.size || shownInputs === shown.size;
	const same = isWhole && formKeys.every((key) => byKey.has(key));
	if (!same)
		hints.add(
			say`The inputs of app ${appId} have changed since the form was loaded. Open the node, click the menu next to 'App Inputs' and select 'Refresh Input List'.`,
		);
}

/** What became of the values of an item; `rejected` are the keys of those that can't be sent. */
type Resolved = ResolvedInputs & { readonly rejected: ReadonlySet<string> };

/**
 * Warns about texts that are sent empty although the app has a default for them, and about defaults that
 * null stands for: an expression that returns nothing leaves no other trace.
 */
export function hintAtEmptyInputs(
	{ hints }: ExecutionContext,
	{ byKey }: AppInputs,
	{ values, nulls, rejected }: Resolved,
	isJson: boolean,
): void {
	const leaveOut = `. To use the app's default, ${isJson ? 'leave the input out' : 'remove the input from the form'}.`;
	const hint = (key: string, what: string, effect: string) => {
		const field = byKey.get(key);
		if (!field?.default || rejected.has(key)) return;
		if (field.kind !== 'text' && !(what === 'null' && isMedium(field))) return;
		hints.count(
			`${what} ${key}`,
			(items) =>
				say`'${field.label}' (${key}) is ${what} in ${counted(items, 'item')}${effect} If you didn't expect this, check the value and any expression in it.`,
		);
	};
	for (const key of nulls) hint(key, 'null', ", so the app's default is used.");
	for (const [key, value] of Object.entries(values)) if (value === '') hint(key, 'empty', leaveOut);
}

/** Warns about file inputs that get no file: a box that was never filled looks like any other. */
export function hintAtUntouchedFiles(
	{ hints }: ExecutionContext,
	app: AppInputs,
	{ values, files, rejected }: Resolved,
): void {
	const untouched = app.files.filter(
		({ key }) => !(key in values) && !(key in files) && !rejected.has(key),
	);
	if (untouched.length === 0) return;
	const labels = untouched.map(({ label }) => `'${label}'`);
	hints.count(
		labels.join(),
		(items) =>
			say`No file is set for ${labels} in ${counted(items, 'item')}. The app may use a file of its author instead.`,
	);
}

/**
 * Warns if no item with fields gives the app a text or a file of its own: n8n fills in the defaults of
 * an app when it's chosen, and loses the expressions that were there.
 */
export function hintAtDefaultContents(
	{ ctx, hints }: ExecutionContext,
	{ fields }: AppInputs,
	{ values, files }: ResolvedInputs,
): void {
	const items = ctx.getInputData();
	if (Object.keys(items[0]?.json ?? {}).length === 0) return;
	const contents = fields.filter((field) => field.kind === 'text' || isMedium(field));
	const isDefault = ({ key, default: preset }: InputField) => (values[key] || preset) === preset;
	if (!contents.every((field) => !(field.key in files) && isDefault(field))) return;
	const labels = contents.filter(({ key }) => values[key]).map(({ label }) => `'${label}'`);
	if (labels.length === 0) return;
	const have = labels.length === 1 ? 'has' : 'have';
	hints.count(
		`default ${labels.join()}`,
		() =>
			say`${labels} ${have} the app's default in all items. n8n resets all values when you choose another app: insert your expressions again, or remove the input to keep the default.`,
		items.length,
	);
}
