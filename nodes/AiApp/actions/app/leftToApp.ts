import { isExpression } from 'n8n-workflow';
import {
	counted,
	isMedium,
	isRecord,
	say,
	type AppInputs,
	type InputField,
	type Rejections,
	type ResolvedInputs,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { PanelError } from '../../facts/panelError';
import type { ItemInputs } from './itemInputs';

/**
 * Names the texts and files that an item leaves to the app, and its files that no input uses. Rejects
 * the item if that can't be meant: with Map Automatically, if a field or a file has the wrong name,
 * and else, if no value depends on the items, and all of them would get the app's texts or none of
 * their own files.
 */
export function judgeWhatIsLeft(
	context: ExecutionContext,
	app: AppInputs,
	resolved: ResolvedInputs,
	inputs: ItemInputs,
	rejections: Rejections,
): void {
	const items = context.ctx.getInputData();
	// Items without fields and files have nothing to give.
	const hasFields = Object.keys({ ...items[0]?.json, ...items[0]?.binary }).length > 0;
	const left = leftToApp(app, resolved, inputs, rejections);
	const fields = [...left.media, ...(hasFields ? left.texts : [])];
	const [first] = fields;
	if (!first) return;
	const labels = fields.map(({ label }) => `'${label}'`);
	const isAccepted = rejections.all.length === 0;
	const isBulk = isAccepted && hasFields && items.length > 1 && !isAppComputed(context);
	const mistake = mistakeIn(left, labels, inputs, isBulk);
	if (mistake) {
		rejections.reject(mistake.with({ inputId: first.key, name: first.kind }), first.key);
	} else if (isAccepted) {
		const { files } = left;
		const unused = files.length > 0 ? [say`Files that aren't used: ${files}.`] : [];
		context.hints.count([...labels, ...files].join(), (count) => {
			const where = counted(count, 'item');
			return [say`The app's own content is used for ${labels} in ${where}.`, ...unused].join(' ');
		});
	}
}

/** Whether the items may have different apps, because an expression chooses them. */
function isAppComputed({ ctx }: ExecutionContext): boolean {
	const typed: unknown = ctx.getNode().parameters.appId;
	return isExpression(isRecord(typed) ? typed.value : typed);
}

/**
 * Why what is left to the app can't be meant; undefined if it can.
 * @param isBulk whether several items are otherwise right, and have fields or files to give
 */
function mistakeIn(
	{ files, isEverything, texts }: ReturnType<typeof leftToApp>,
	labels: readonly string[],
	{ drawsSeeds, isFixed, isJson, mapped }: ItemInputs,
	isBulk: boolean,
): PanelError | undefined {
	if (mapped) {
		const misnamed = isBulk && isEverything ? [...files, ...mapped.unused] : files;
		return misnamed.length > 0 ? misnamedFields(labels, misnamed) : undefined;
	}
	if (!isBulk || !isFixed) return undefined;
	if (files.length > 0 && !drawsSeeds) return lostFiles(labels, files);
	return isEverything && texts.length > 0 ? alikeItems(labels, isJson) : undefined;
}

function misnamedFields(labels: readonly string[], fields: readonly string[]): PanelError {
	return new PanelError(
		say`The app's own content would be used for ${labels}. Fields that aren't used: ${fields}`,
		"Rename each field that is meant for an input to the input's label, or enter a value for the input in 'Override Inputs'. To use the app's own content, choose 'Map Each Column Manually'.",
		'ask',
	);
}

const ALIKE = 'No value depends on the items, so their tasks would be alike.';

const ENTER_VALUES = `${ALIKE} Enter expressions, and a binary field for each file. To create one task, add a Limit node before this node.`;

function lostFiles(labels: readonly string[], files: readonly string[]): PanelError {
	return new PanelError(
		say`The app's own content would be used for ${labels}. Files that aren't used: ${files}`,
		ENTER_VALUES,
		'ask',
	);
}

/** In the form, n8n adds what is dragged into a field to the app's text, and doesn't replace it. */
const EMPTY_FIRST = `${ALIKE} Empty the field, then insert an expression, such as {{ $json.prompt }}. To keep the app's own content, remove the input.`;

function alikeItems(labels: readonly string[], isJson: boolean): PanelError {
	return new PanelError(
		say`The app's own content would be used for ${labels}`,
		isJson ? ENTER_VALUES : EMPTY_FIRST,
		'ask',
	);
}

/**
 * Finds what an item leaves to the app: its texts if it sets none of them, and its files likewise. An
 * input that isn't in the form or the JSON was removed on purpose, unless the JSON has no input at all,
 * as in a new node. A file input then counts only if the item has a file for it that no input uses.
 */
function leftToApp(
	app: AppInputs,
	resolved: ResolvedInputs,
	inputs: ItemInputs,
	rejections: Rejections,
) {
	const { files, isJson, mapped } = inputs;
	const removed = new Set(inputs.removedKeys);
	const entered = Object.entries(inputs.values).map(([key, value]) => ({ key, value }));
	const given = new Map(
		[...entered, ...inputs.overrides].map(({ key, value }) => [app.keyOf(key), value]),
	);
	const isSet = decidedByUser(app, given, inputs, rejections);
	const isUnset = mapped !== undefined || (isJson && given.size === 0);
	const isLeft = ({ key, default: preset }: InputField) =>
		isUnset || given.has(key) || (preset === undefined && !removed.has(key));
	const texts = app.fields.filter(({ kind }) => kind === 'text');
	const media = app.fields.filter(isMedium);
	const unset = media.filter((field) => !isSet(field));

	const used = new Set(Object.values(resolved.files).map(({ binaryField }) => binaryField));
	const inputsFor = (name: string) => {
		const medium = files.mediumOf(name);
		return unset.filter(({ kind }) => kind === 'file' || kind === medium);
	};
	const unused = files.names.filter((name) => !used.has(name) && inputsFor(name).length > 0);
	const waiting = new Set(unused.flatMap(inputsFor));
	const [hasText, hasFile] = [texts.some(isSet), media.some(isSet)];
	return {
		files: unused,
		isEverything: !hasText && !hasFile,
		media: unset.filter((field) => waiting.has(field) || (!hasFile && isLeft(field))),
		texts: hasText ? [] : texts.filter((field) => field.default && isLeft(field)),
	};
}

/** Returns a function that tells whether the user has decided what an input gets. */
function decidedByUser(
	{ keyOf }: AppInputs,
	given: ReadonlyMap<string, unknown>,
	{ literalKeys, mapped, overrides }: ItemInputs,
	{ all }: Rejections,
): (field: InputField) => boolean {
	const literals = new Set(literalKeys);
	const overridden = new Set(overrides.map(({ key }) => keyOf(key)));
	const rejected = new Set(all.map(({ key = '' }) => keyOf(key)));
	const mappedKeys = new Set(mapped ? [...Object.keys(mapped.sources), ...overridden] : []);
	return ({ key, default: preset }) => {
		const value = given.get(key) ?? '';
		// The editor fills in the defaults of the app. A user who enters one elsewhere means it.
		const isFilledIn = value === preset && literals.has(key) && !overridden.has(key);
		const isOwn = value !== '' && !isFilledIn;
		return isOwn || rejected.has(key) || mappedKeys.has(key);
	};
}
