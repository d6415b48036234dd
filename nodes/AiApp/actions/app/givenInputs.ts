import {
	orReject,
	say,
	type GivenInputs,
	type InputField,
	type Rejections,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { ownValue } from '../../methods/untrustedText';
import { readOverrides } from './givenOverrides';
import { missingValue } from './missingValue';
import { specifyInputs } from './runInputs.description';
import { readStoredForm } from './storedForm';
import { requireOwnArguments } from './toolArguments';
import type { ItemFiles } from '../../io/binary/source';
import { offeredValue, readJsonObject } from '../../io/readParameter';

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
	const overrides = readOverrides(ctx, itemIndex, rejections);
	if (isJsonGiven(context, itemIndex, rejections)) {
		const json = orReject(rejections, undefined, () => readJsonObject(ctx, itemIndex, INPUTS_JSON));
		const values = json ?? {};
		requireValues(values, itemIndex, rejections);
		return byName({ values, overrides, binaryFields, drawnKeys: [], isJson: true }, files);
	}
	if (context.isTool) orReject(rejections, undefined, () => requireOwnArguments(ctx, itemIndex));
	const { values, drawnKeys, labels } = readStoredForm(ctx, itemIndex, rejections);
	requireValues(values, itemIndex, rejections, labels);
	return byName({ values, overrides, binaryFields, drawnKeys, isJson: false }, files);
}

function isJsonGiven(
	{ ctx }: ExecutionContext,
	itemIndex: number,
	rejections: Rejections,
): boolean {
	const given = ctx.getNodeParameter('specifyInputs', itemIndex, 'fields');
	return orReject(rejections, undefined, () => offeredValue(specifyInputs, given)) === 'json';
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

/** The editor stores what is removed or left empty as null, or not at all: only expressions return undefined. */
function requireValues(
	values: Readonly<Record<string, unknown>>,
	itemIndex: number,
	{ reject }: Rejections,
	labels: Readonly<Record<string, string>> = {},
): void {
	const labelOf = (key: string) => (Object.hasOwn(labels, key) ? labels[key] : key);
	for (const [key, value] of Object.entries(values))
		if (value === undefined)
			reject(
				missingValue(say`The expression for '${labelOf(key)}' returned no value`, itemIndex, key),
				key,
			);
}

const INPUTS_JSON = {
	name: 'inputsJson',
	displayName: 'App Inputs (JSON)',
	advice:
		'Enter an object with a value for each input, e.g. {"6:CLIPTextEncode.text": "a red cat"}. Use App: Get to see the input IDs. You can also set texts in \'Override Inputs\'. You weren\'t charged.',
	forAgents:
		'Provide an object with a value for each input, e.g. {"Prompt": "a red cat"}. If the app has no input of a name, the reply lists those that it accepts.',
};
