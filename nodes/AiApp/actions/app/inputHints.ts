import type { IExecuteFunctions } from 'n8n-workflow';
import {
	counted,
	isMedium,
	say,
	type AppInputs,
	type InputField,
	type MappedFields,
	type Rejections,
	type ResolvedInputs,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import { PanelError } from '../../facts/panelError';
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
type Resolved = ResolvedInputs & { readonly rejected: ReadonlySet<string> };

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

/** A file of the item that no input uses, and an input for such files that gets the sample of the app. */
type UnusedFile = { readonly name: string; readonly field: InputField };

function unusedFiles(
	{ fields, keyOf }: AppInputs,
	{ values, files, rejected }: Resolved,
	{ files: item, mapped, overrides }: ItemInputs,
): readonly UnusedFile[] {
	const used = new Set(Object.values(files).map(({ binaryField }) => binaryField));
	const chosen = new Set(mapped ? overrides.map(({ key }) => keyOf(key)) : []);
	const waiting = fields.filter(
		({ key, default: preset }) =>
			!(key in files) &&
			!rejected.has(key) &&
			!chosen.has(key) &&
			(values[key] ?? preset) === preset,
	);
	return item.names.flatMap((name) => {
		if (used.has(name)) return [];
		const medium = item.mediumOf(name);
		const field = waiting.find(({ kind }) => kind === 'file' || kind === medium);
		return field ? { name, field } : [];
	});
}

/**
 * Rejects an item whose fields set the inputs, if a file that no input uses fits one that would get the
 * sample of the app: its name differs, and nobody sees a form with an empty box.
 */
export function rejectUnusedFiles(
	app: AppInputs,
	resolved: Resolved,
	inputs: ItemInputs,
	{ reject }: Rejections,
): void {
	for (const { name, field } of unusedFiles(app, resolved, inputs))
		reject(
			new PanelError(
				say`The file in '${name}' isn't used, and '${field.label}' would get the app's sample`,
				say`Rename the binary field to '${field.label}', or enter its name for that input in 'Override Inputs': ${name}.`,
				'ask',
				{ inputId: field.key, name: field.kind },
			),
			field.key,
		);
}

/**
 * Warns about files of the item that no input uses, while an input that takes such files gets the
 * sample of the app. Returns the keys of these inputs.
 */
export function hintAtUnusedFiles(
	{ hints }: ExecutionContext,
	app: AppInputs,
	resolved: Resolved,
	inputs: ItemInputs,
): ReadonlySet<string> {
	const unused = unusedFiles(app, resolved, inputs);
	const [first] = unused;
	if (!first) return new Set();
	const labels = [...new Set(unused.map(({ field }) => `'${field.label}'`))];
	const names = unused.map(({ name }) => `'${name}'`);
	const [are, have] = [
		names.length === 1 ? 'file in' : 'files in',
		labels.length === 1 ? 'has' : 'have',
	];
	hints.count(
		`unused ${labels.join()}`,
		(items) =>
			say`The ${are} ${names} ${names.length === 1 ? "isn't" : "aren't"} used in ${counted(items, 'item')}: ${labels} ${have} the app's sample. To use your file, add '${first.field.label}' to the inputs and enter the name of its field: ${first.name}.`,
	);
	return new Set(unused.map(({ field }) => field.key));
}

/** Warns about file inputs without a file: a field that was never filled in doesn't stand out. */
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

/** The texts of the app that a form has filled in, if it gives the app no text of its own. */
function presetTexts(
	{ fields }: AppInputs,
	{ values }: Pick<ResolvedInputs, 'values'>,
): readonly InputField[] {
	const texts = fields.filter(({ kind }) => kind === 'text');
	return texts.every((field) => hasPreset(field, values))
		? texts.filter(({ key }) => values[key])
		: [];
}

function hasPreset({ key, default: preset }: InputField, values: ResolvedInputs['values']) {
	return (values[key] || preset) === preset;
}

/** Whether an item has anything that an expression could insert. */
function hasContents(ctx: IExecuteFunctions): boolean {
	const [first] = ctx.getInputData();
	return Object.keys({ ...first?.json, ...first?.binary }).length > 0;
}

/**
 * Rejects items that would all get the texts of the app and nothing of their own. n8n fills in the
 * defaults of an app when it's chosen, and loses the expressions that were there.
 */
export function rejectForgottenTexts(
	{ ctx }: ExecutionContext,
	app: AppInputs,
	resolved: ResolvedInputs,
	{ isLiteral, overrides, values }: ItemInputs,
	{ reject }: Rejections,
): void {
	const items = ctx.getInputData().length;
	if (items < 2 || !isLiteral || overrides.length > 0 || !hasContents(ctx)) return;
	// A file that can't be sent is rejected by itself.
	const givesFile = app.fields.some((field) => isMedium(field) && values[field.key]);
	const [first, ...others] = givesFile ? [] : presetTexts(app, resolved);
	if (!first) return;
	const labels = [first, ...others].map(({ label }) => `'${label}'`);
	reject(
		new PanelError(
			say`All ${items} items would get the app's default for ${labels}`,
			'n8n resets all values when you choose another app: insert your expressions again. To keep the default, remove the input.',
			'ask',
		),
		first.key,
	);
}

/**
 * Warns if no item gives the app a text of its own, or a text or a file. Items without fields and files
 * have none to give.
 * @param told the inputs whose file another hint is about
 */
export function hintAtDefaultContents(
	{ ctx, hints }: ExecutionContext,
	app: AppInputs,
	{ values, files }: ResolvedInputs,
	told: ReadonlySet<string>,
): void {
	const items = ctx.getInputData();
	const media = app.fields.filter(isMedium);
	const isOwn = (field: InputField) => field.key in files || !hasPreset(field, values);
	const presetFiles = media.some(isOwn) ? [] : media.filter(({ key }) => values[key]);
	const texts = presetTexts(app, { values });
	const filled = [...texts, ...presetFiles].filter(({ key }) => !told.has(key));
	if (filled.length === 0 || !(hasContents(ctx) || presetFiles.length > 0)) return;
	const labels = filled.map(({ label }) => `'${label}'`);
	const have = labels.length === 1 ? 'has' : 'have';
	const where = items.length === 1 ? '1 item' : 'all items';
	hints.count(
		`default ${labels.join()}`,
		() =>
			say`${labels} ${have} the app's default in ${where}. n8n resets all values when you choose another app: insert your expressions again, or remove the input to keep the default.`,
		items.length,
	);
}

/** Names the fields of the items that set no input, though they are there to do so. */
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
	for (const name of shared) {
		const letters = name.trim().toLowerCase();
		const alike = fields.filter(({ ownLabel }) => ownLabel.toLowerCase() === letters);
		const labels = alike.map(({ label }) => label);
		hints.add(
			say`The field '${name}' isn't used, because several inputs have that label. Give it one of these names: ${labels}.`,
		);
	}
}

/**
 * Warns if no field of any item sets a text or a file: the app then uses those of its author.
 * @param told the inputs whose file another hint is about
 */
export function hintAtUnsetContents(
	{ ctx, hints }: ExecutionContext,
	{ fields }: AppInputs,
	{ values, files }: ResolvedInputs,
	told: ReadonlySet<string>,
): void {
	const contents = fields.filter((field) => field.kind === 'text' || isMedium(field));
	if (contents.some(({ key }) => key in values || key in files)) return;
	const items = ctx.getInputData().length;
	const unset = contents.filter(({ key, default: preset }) => preset && !told.has(key));
	const labels = unset.map(({ label }) => `'${label}'`);
	if (labels.length === 0) return;
	hints.count(
		`unset ${labels.join()}`,
		() =>
			say`No field is named ${labels}, so the app's default is used in ${items === 1 ? '1 item' : 'all items'}.`,
		items,
	);
}
