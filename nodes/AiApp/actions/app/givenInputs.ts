import type { ResourceMapperValue } from 'n8n-workflow';
import {
	AiAppError,
	isRecord,
	parseJson,
	type GivenInput,
	type GivenInputs,
} from '../../../../client/index';
import type { Batch } from '../../batch';
import { keyOfFormField } from '../../formFields';

export type GivenForm = GivenInputs & {
	/** The keys that the editor drew; empty in JSON mode and for a form that was never opened. */
	readonly drawnKeys: readonly string[];
};

/**
 * Reads what the user filled in for one item, whose files have the names `binaryFields`.
 * @throws AiAppError kind `input` when the JSON is no object
 */
export function readGivenInputs(
	batch: Batch,
	itemIndex: number,
	binaryFields: readonly string[],
): GivenForm {
	const { fns } = batch;
	const overrides = readOverrides(batch, itemIndex);
	if (fns.getNodeParameter('inputMode', itemIndex, 'form') === 'json')
		return { values: readJson(batch, itemIndex), overrides, binaryFields, drawnKeys: [] };
	// Asking for `inputs.value` would make n8n check against the stored form, which may be out of date.
	const form = fns.getNodeParameter('inputs', itemIndex, {}) as Partial<ResourceMapperValue>;
	return {
		values: byKey(form.value),
		overrides,
		binaryFields,
		drawnKeys: (form.schema ?? []).map(({ id }) => keyOfFormField(id)),
	};
}

function byKey(values: unknown): Readonly<Record<string, unknown>> {
	const entries = isRecord(values) ? Object.entries(values) : [];
	return Object.fromEntries(entries.map(([id, value]) => [keyOfFormField(id), value]));
}

function readOverrides({ fns }: Batch, itemIndex: number): GivenInput[] {
	const given = fns.getNodeParameter('overrideInputs.values', itemIndex, []);
	const list: readonly unknown[] = Array.isArray(given) ? given : [];
	return list.filter(isRecord).flatMap(({ key, value }) => {
		const name = String(key ?? '').trim();
		return name === '' ? [] : [{ key: name, value }];
	});
}

function readJson({ fns }: Batch, itemIndex: number): Readonly<Record<string, unknown>> {
	const given: unknown = fns.getNodeParameter('inputsJson', itemIndex, {});
	const value = typeof given === 'string' ? parseJson(given) : given;
	if (isRecord(value)) return value;
	throw new AiAppError(
		'input',
		'App Inputs (JSON) is not a JSON object',
		{},
		'Enter an object with a value for each input, e.g. {"6:CLIPTextEncode.text": "a red cat"}. App: Get lists the inputs of an app.',
	);
}
