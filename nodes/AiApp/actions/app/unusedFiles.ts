import {
	counted,
	isMedium,
	say,
	type AppInputs,
	type InputField,
	type Rejections,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { PanelError } from '../../facts/panelError';
import type { Resolved } from './inputHints';
import type { ItemInputs } from './userInputs';

/** A file of the item that no input uses, and an input for such files that gets the sample of the app. */
type UnusedFile = { readonly name: string; readonly field: InputField };

function unusedFiles(
	{ fields, keyOf }: AppInputs,
	{ values, files, rejected }: Resolved,
	{ files: item, mapped, overrides }: ItemInputs,
): readonly UnusedFile[] {
	const used = new Set(Object.values(files).map(({ binaryField }) => binaryField));
	const chosen = new Set(mapped ? overrides.map(({ key }) => keyOf(key)) : []);
	const waiting = fields
		.filter(isMedium)
		.filter(
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
 * Rejects an item whose fields set the inputs, if one of its files isn't used, but could be the
 * file of an input. The file's name is probably wrong. Without a form, nobody would see that the
 * input is empty and gets the app's sample.
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
