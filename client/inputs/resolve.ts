import type { InputValue, InputValues } from '../api/wire';
import { inputError, type ErrorDetails } from '../errors/AiAppError';
import type { FileReference } from './media';
import { isMedium, type AppInputs } from './appInputs';
import { inputsByKey, rejectMisnamed, unknownInput } from './names';
import { orReject, type Rejections } from './rejections';
import { RANDOM_SEED } from './seeds';
import type { UserInputs } from './userInputs';
import { canonicalValue, emptyMedia, emptyText, isInputValue } from './validate';

/** What is sent: plain values, and files that have no URLs yet. */
export type ResolvedInputs = {
	readonly values: InputValues;
	readonly files: Readonly<Record<string, FileReference>>;
};

/**
 * Checks what the user gave against the app's own inputs and puts it into the form that is sent.
 * Removed fields keep the app's default, as do emptied numbers and choices. An empty text is sent
 * only if the app has no default text; otherwise it's rejected.
 * @param rejections gets what can't be sent, with the name of the input and the values it accepts;
 * the rest is returned
 */
export function resolveInputs(
	app: AppInputs,
	inputs: UserInputs,
	rejections: Rejections,
): ResolvedInputs {
	if (app.byKey.size === 0) {
		rejections.reject(
			inputError('This app has no inputs to fill in, and the service requires at least one', {
				reason: 'noInputs',
			}),
		);
		return apart([]);
	}
	const { values, overrides } = inputsByKey(app, inputs, rejections);
	const isDrawn = (key: string, value: unknown) =>
		inputs.drawsSeeds === true && app.byKey.get(key)?.isSeed === true && value === RANDOM_SEED;
	const own = Object.entries(values).filter(([key, value]) => !isDrawn(key, value));
	const merged = new Map<string, unknown>(own);
	for (const { key, value } of overrides) merged.set(key, value);
	if (inputs.mapped) rejectMisnamed(app, inputs.mapped, rejections);
	rejectEmptyFields(app, inputs, merged, rejections);

	const resolved: [string, InputValue | FileReference][] = [];
	for (const [key, value] of merged) {
		if (value === null || value === undefined) continue;
		const field = app.byKey.get(key);
		const checked = orReject(rejections, key, () => {
			if (!field) throw unknownInput(key, app, inputs.isJson);
			return canonicalValue(field, value, inputs.binaryFields, inputs.reaches);
		});
		if (checked !== undefined) resolved.push([key, checked]);
	}
	if (resolved.length === 0) resolved.push(...firstDefault(app, inputs, rejections));
	return apart(resolved);
}

/**
 * An empty field shows no value, so the app must not use its own: neither the author's file nor a
 * default text that the user has deleted.
 */
function rejectEmptyFields(
	{ byKey }: AppInputs,
	{ binaryFields, emptyFields = [] }: UserInputs,
	given: ReadonlyMap<string, unknown>,
	{ reject }: Rejections,
): void {
	for (const { key, wasFilledIn, itemField } of emptyFields) {
		const field = byKey.get(key);
		if (!field || given.has(key)) continue;
		const where: ErrorDetails =
			itemField === undefined
				? { isSetting: true }
				: { reason: 'emptyItemField', given: itemField };
		if (isMedium(field)) reject(emptyMedia(field, binaryFields).with(where), key);
		else if (field.kind === 'text' && field.default && wasFilledIn)
			reject(emptyText(field).with(where), key);
	}
}

function apart(
	entries: readonly (readonly [string, InputValue | FileReference])[],
): ResolvedInputs {
	const values = entries.filter((entry): entry is [string, InputValue] => isInputValue(entry[1]));
	const files = entries.filter(
		(entry): entry is [string, FileReference] => !isInputValue(entry[1]),
	);
	return { values: Object.fromEntries(values), files: Object.fromEntries(files) };
}

/**
 * The first default of the app, sent if nothing else is: the service refuses a task without any
 * value. None is sent if values were rejected. If fields of the item set the inputs, the item is
 * rejected instead, because its fields are all empty.
 */
function firstDefault(
	{ accepted, fields }: AppInputs,
	{ mapped }: UserInputs,
	{ all, reject }: Rejections,
): [string, InputValue][] {
	if (all.length > 0) return [];
	const field = mapped ? undefined : fields.find(({ default: preset }) => preset !== undefined);
	if (field?.default !== undefined) return [[field.key, field.default]];
	reject(inputError('No inputs were provided', { reason: 'noValues', accepted }));
	return [];
}
