import type { ResourceMapperValue } from 'n8n-workflow';
import {
	AiAppError,
	isRecord,
	orReject,
	say,
	type GivenInput,
	type GivenInputs,
	type InputField,
	type Rejections,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { ownValue } from '../../methods/untrustedText';
import { decodeFieldId } from '../../methods/mapperFieldId';
import { requireOwnArguments } from './toolArguments';
import type { ItemFiles } from '../../io/binary/source';
import { readJsonObject, rowsOf } from '../../io/readParameter';

export type GivenForm = GivenInputs & {
	/** The keys of the form in the editor; empty with JSON and for a form that was never opened. */
	readonly drawnKeys: readonly string[];
	readonly isJson: boolean;
};

/**
 * Reads what the user filled in for one item, which has these files. Rejected are JSON that isn't an
 * object, and expressions that return nothing: the task would use the app's default, and be charged,
 * instead of what was meant.
 */
export function readGivenInputs(
	context: ExecutionContext,
	itemIndex: number,
	files: ItemFiles,
	rejections: Rejections,
): GivenForm {
	const { ctx } = context;
	const binaryFields = files.names;
	const overrides = readOverrides(context, itemIndex, rejections);
	const isJson = ctx.getNodeParameter('specifyInputs', itemIndex, 'fields') === 'json';
	if (isJson) {
		const json = orReject(rejections, undefined, () => readJsonObject(ctx, itemIndex, INPUTS_JSON));
		const values = json ?? {};
		requireValues(values, itemIndex, rejections);
		return byName({ values, overrides, binaryFields, drawnKeys: [], isJson }, files);
	}
	if (context.isTool) orReject(rejections, undefined, () => requireOwnArguments(ctx, itemIndex));
	// Asking for `inputs.value` would make n8n check against the stored form, which may be out of date.
	const form = ctx.getNodeParameter('inputs', itemIndex, {}) as Partial<ResourceMapperValue>;
	const values = byKey(form.value);
	const labels = (form.schema ?? []).map(({ id, displayName }) => [decodeFieldId(id), displayName]);
	requireValues(values, itemIndex, rejections, Object.fromEntries(labels));
	const drawnKeys = (form.schema ?? []).map(({ id }) => decodeFieldId(id));
	return byName({ values, overrides, binaryFields, drawnKeys, isJson }, files);
}

/** File objects of expressions become the names of the item's files. */
function byName(given: GivenForm, { nameOf }: ItemFiles): GivenForm {
	const named = (value: unknown) => {
		const $binary = nameOf(value);
		return $binary === undefined ? value : { $binary };
	};
	const values = Object.entries(given.values).map(([key, value]) => [key, named(value)]);
	const overrides = given.overrides.map(({ key, value }) => ({ key, value: named(value) }));
	return { ...given, values: Object.fromEntries(values), overrides };
}

/** The app's own texts for the chosen values, where they had to be changed for n8n. */
export function inOwnWords(given: GivenForm, fields: readonly InputField[]): GivenForm {
	const values = Object.entries(given.values).map(([key, value]) => [
		key,
		ownValue(value, () => fields.filter((field) => field.key === key).flatMap(offeredBy)),
	]);
	const overrides = given.overrides.map(({ key, value }) => ({
		key: ownValue(key, () => fields.map((field) => field.key)),
		value,
	}));
	return { ...given, values: Object.fromEntries(values), overrides };
}

/** Text fields take any text as it is. */
function offeredBy({ kind, choices, default: preset }: InputField): unknown[] {
	return kind === 'choice' ? [...choices.map(({ value }) => value), preset] : [];
}

function byKey(values: unknown): Readonly<Record<string, unknown>> {
	const entries = isRecord(values) ? Object.entries(values) : [];
	return Object.fromEntries(entries.map(([id, value]) => [decodeFieldId(id), value]));
}

/** The editor stores what is removed or left empty as null, or not at all: only expressions return undefined. */
function requireValues(
	values: Readonly<Record<string, unknown>>,
	itemIndex: number,
	{ reject }: Rejections,
	labels: Readonly<Record<string, string>> = {},
): void {
	for (const [key, value] of Object.entries(values))
		if (value === undefined)
			reject(
				withoutValue(
					say`The expression for '${labels[key] ?? key}' returned no value`,
					itemIndex,
					key,
				),
				key,
			);
}

function readOverrides(
	{ ctx }: ExecutionContext,
	itemIndex: number,
	{ reject }: Rejections,
): GivenInput[] {
	const given = rowsOf(ctx.getNodeParameter('overrideInputs.values', itemIndex, []));
	const asTyped = rowsOf(
		ctx.getNodeParameter('overrideInputs.values', itemIndex, [], { rawExpressions: true }),
	);
	return given.flatMap(({ key, value }, position) => {
		const name = String(key ?? '').trim();
		if (name === '') return [];
		// An expression may return an empty text on purpose; an empty field is an unfinished override.
		if (value === undefined || (asTyped[position]?.value ?? '') === '') {
			reject(
				withoutValue(say`'Override Inputs' has no value for '${name}'`, itemIndex, name),
				name,
			);
			return [];
		}
		return [{ key: name, value }];
	});
}

function withoutValue(what: string, itemIndex: number, key: string): AiAppError {
	return new AiAppError(
		'input',
		say`${what} [item ${itemIndex}]`,
		{ forAgents: 'Provide a value for this input, or ask the user to check this tool.' },
		say`Check the field names in the expression. To use the app's default, remove the input or have the expression return null. Input ID: ${key}. You weren't charged.`,
	);
}

const INPUTS_JSON = {
	name: 'inputsJson',
	displayName: 'App Inputs (JSON)',
	advice:
		'Enter an object with a value for each input, e.g. {"6:CLIPTextEncode.text": "a red cat"}. Use App: Get to see the input IDs. You weren\'t charged.',
	forAgents: 'Provide an object with a value for each input.',
};
