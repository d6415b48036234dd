import {
	type AiAppError,
	collectRejections,
	counted,
	isMedium,
	kindOf,
	orReject,
	readMediaValue,
	requireFitting,
	resolveInputs,
	say,
	seedsToDraw,
	settle,
	throwAll,
	uploadName,
	type AppInputs,
	type FileHead,
	type InputField,
	type InputValues,
	type MappedFields,
	type Rejections,
	type ResolvedInputs,
	type Settled,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import { unevaluatedIn } from '../../facts/unevaluatedTexts';
import { unevaluatedError, unevaluatedHint } from '../../words/adviceAtUnevaluated';
import { judgeWhatIsLeft } from './leftToApp';
import { inputsFor, type ItemInputs } from './itemInputs';

/** What a check needs to know of an item. */
export type ItemToCheck = {
	/** The user's values, by the keys of the app. */
	readonly inputs: ItemInputs;
	readonly form: AppForm;
	readonly heads: FileHeads;
};

/**
 * What is known of an item's files before they're sent, by binary field.
 * @throws AiAppError kind `input` for one that n8n couldn't read
 */
type FileHeads = (binaryField: string) => FileHead;

/**
 * Fits the inputs of an item to its app, and reads the beginnings of its files.
 * @throws AiAppError if the app couldn't be read: no task is created, because nothing can be checked
 */
export async function itemToCheck(given: ItemInputs, form: Settled<AppForm>): Promise<ItemToCheck> {
	if (!form.ok) throw unchecked(form.error, given.appId);
	const inputs = inputsFor(given, form.value.app);
	return { inputs, form: form.value, heads: await readFileHeads(inputs) };
}

function unchecked(error: AiAppError, appId: number): AiAppError {
	const about = error.about({ appId });
	if (kindOf(about.kind).isClear) return about;
	return about
		.saying(say`Couldn't load the inputs of app ${appId}. ${about}`)
		.with({ cost: 'free' });
}

/**
 * Reads the beginning of each file that a value of the item names. Whether its input takes files is
 * found out later, by the check.
 */
async function readFileHeads({
	binaryFields,
	files,
	overrides,
	values,
}: ItemInputs): Promise<FileHeads> {
	const given = [...Object.values(values), ...overrides.map(({ value }) => value)];
	const named = given.flatMap((value) => {
		const media = readMediaValue(value, binaryFields);
		return typeof media === 'object' ? media.binaryField : [];
	});
	const reading = [...new Set(named)].map(
		async (field) => [field, await settle(() => files.source(field))] as const,
	);
	const heads = new Map(await Promise.all(reading));
	return (field) => {
		const head = heads.get(field);
		if (head?.ok) return head.value;
		throw head?.error ?? new Error('No value names this file');
	};
}

export type CheckedValues = ResolvedInputs & {
	readonly app: AppInputs;
	/** The seed inputs that get a random value in each task. */
	readonly randomSeeds: readonly InputField[];
};

/**
 * Checks the values of a task that is to be created.
 * @throws AiAppError kind `input` for an invalid value, `upload` for a file without a type
 */
export function checkTask(context: ExecutionContext, item: ItemToCheck): CheckedValues {
	const rejections = collectRejections();
	const checked = checkValues(context, item, rejections);
	throwAll(rejections, { appId: item.inputs.appId });
	return checked;
}

/** Checks the values of one item against the app's own inputs, and hints at what looks unintended. */
export function checkValues(
	context: ExecutionContext,
	{ form, heads, inputs }: ItemToCheck,
	rejections: Rejections,
): CheckedValues {
	const { app } = form;
	const given = resolveInputs(app, inputs, rejections);
	const values = textsToSend(context, app, given.values, rejections);
	const files = fittingFiles(app, given.files, heads, rejections);
	const resolved = { ...given, values, files };
	hintAtStaleForm(context, inputs, form);
	if (inputs.mapped) hintAtFields(context, inputs.mapped);
	judgeWhatIsLeft(context, app, resolved, inputs, rejections);
	hintAtRareImages(context, files, heads);
	const randomSeeds = inputs.drawsSeeds ? seedsToDraw(app, inputs.overrides) : [];
	return { ...resolved, app, randomSeeds };
}

/**
 * Warns about texts with an expression that n8n didn't evaluate, because it may be meant as it is.
 * Rejects URLs with an expression, because they lead nowhere, and texts that are nothing but the name
 * of a missing value.
 * @param rejections gets the rejected values
 * @returns the other values
 */
function textsToSend(
	{ hints }: ExecutionContext,
	{ byKey }: AppInputs,
	values: InputValues,
	rejections: Rejections,
): InputValues {
	const sent = Object.entries(values).filter(([key, value]) => {
		const field = byKey.get(key);
		const found = value === field?.default ? undefined : unevaluatedIn(value);
		if (!field || !found || field.kind === 'choice') return true;
		const isRefused = isMedium(field) || (field.kind === 'text' && found.isWhole);
		if (isRefused) {
			const details = { inputId: key, name: field.kind };
			rejections.reject(unevaluatedError(say`'${field.label}'`, found, details), key);
			return false;
		}
		const hint = unevaluatedHint(say`'${field.label}' (${key})`, found);
		hints.count(`unevaluated ${key}`, hint);
		return true;
	});
	return Object.fromEntries(sent);
}

/** The files that fit their inputs. @param rejections gets the others */
function fittingFiles(
	{ byKey }: AppInputs,
	references: ResolvedInputs['files'],
	heads: ItemToCheck['heads'],
	rejections: Rejections,
): ResolvedInputs['files'] {
	const fitting = Object.entries(references).filter(([key, { binaryField }]) =>
		orReject(rejections, key, () => {
			const head = heads(binaryField);
			requireFitting(head, byKey.get(key));
			return uploadName(head);
		}),
	);
	return Object.fromEntries(fitting);
}

/** Warns if the form in the editor shows other inputs than the app has. */
function hintAtStaleForm(
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
function hintAtFields({ hints }: ExecutionContext, { unused }: MappedFields): void {
	hints.gather(
		'unused fields',
		unused,
		(_, names) =>
			say`${counted(names.length, 'field')} ${names.length === 1 ? 'sets' : 'set'} no input: ${names}.`,
	);
}

/** Phones and scanners make such images, and many apps can't open them. */
const RARE_IMAGE = /\.(avif|hei[cf]|tiff?)$/i;

/** Warns about the images of an item that the app may be unable to open. */
function hintAtRareImages(
	{ hints }: ExecutionContext,
	files: ResolvedInputs['files'],
	heads: ItemToCheck['heads'],
): void {
	const names = Object.values(files).map(({ binaryField }) => uploadName(heads(binaryField)));
	const formats = names.flatMap((name) => RARE_IMAGE.exec(name)?.[1]?.toUpperCase() ?? []);
	hints.gather(
		'images',
		formats,
		// The heads of the files are read in any order.
		(items, all) =>
			say`Many apps can't open the images of ${counted(items, 'item')}: ${[...all].sort()}. Use JPEG or PNG, or convert them with an Edit Image node, which needs GraphicsMagick.`,
		'warning',
	);
}
