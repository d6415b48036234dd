import type { IExecuteFunctions } from 'n8n-workflow';
import {
	isMedium,
	say,
	type AppInputs,
	type InputField,
	type Rejections,
	type ResolvedInputs,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { PanelError } from '../../facts/panelError';
import type { ItemInputs } from './userInputs';

/** The text inputs that have the app's defaults; empty if the user changed any of the texts. */
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

/** Whether the first item, as an example of all, has anything that an expression could insert. */
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
 * Warns if the items get only the app's default texts, or only its default files. If the items have
 * no fields and no files, default texts are fine: there is nothing to insert.
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
