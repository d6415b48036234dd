import type { IExecuteFunctions } from 'n8n-workflow';
import { type AiAppError, isRecord, type Rejections } from '../../../../client/index';
import { PanelError } from '../../words/panelError';
import { rowsOf } from '../../io/readParameter';
import { decodeFieldId } from '../../methods/untrustedText';

/** Reads the form of one item. Rejected is what has no values by input, because it would be left out. */
export function readStoredForm(
	ctx: Pick<IExecuteFunctions, 'getNodeParameter'>,
	itemIndex: number,
	{ reject }: Rejections,
) {
	// Asking for `inputs.value` would make n8n check against the stored form, which may be out of date.
	const stored: unknown = ctx.getNodeParameter('inputs', itemIndex, {});
	if (!hasValuesByInput(stored)) reject(withoutValues());
	const { value, schema } = isRecord(stored) ? stored : {};
	const shown = rowsOf(schema).map(({ id, displayName }): [string, string] => {
		const key = decodeFieldId(String(id));
		return [key, String(displayName ?? key)];
	});
	return {
		values: byKey(value),
		/** The inputs that the editor shows; none for a form that was never opened. */
		formKeys: shown.map(([key]) => key),
		labels: Object.fromEntries(shown),
		/** Removed or left empty: their values are null, as are those of some expressions. */
		removedKeys: removedFrom(ctx, itemIndex),
	};
}

function removedFrom(
	ctx: Pick<IExecuteFunctions, 'getNodeParameter'>,
	itemIndex: number,
): readonly string[] {
	const typed: unknown = ctx.getNodeParameter('inputs', itemIndex, {}, { rawExpressions: true });
	const typedByKey = byKey(isRecord(typed) ? typed.value : {});
	return Object.keys(typedByKey).filter((key) => typedByKey[key] === null);
}

/** Values may be missing, as long as there is no other member that they could be meant by. */
function hasValuesByInput(stored: unknown): boolean {
	if (!isRecord(stored)) return false;
	const { mappingMode, value = null } = stored;
	if ((mappingMode ?? 'defineBelow') !== 'defineBelow') return false;
	if (value !== null) return isRecord(value);
	return mappingMode !== undefined || Object.keys(stored).length === 0;
}

function byKey(values: unknown): Readonly<Record<string, unknown>> {
	const entries = isRecord(values) ? Object.entries(values) : [];
	return Object.fromEntries(entries.map(([id, value]) => [decodeFieldId(id), value]));
}

function withoutValues(): AiAppError {
	return new PanelError(
		"'App Inputs' doesn't contain values by input",
		'Use the format {"mappingMode": "defineBelow", "value": {"6:CLIPTextEncode.text": "a red cat"}}, with an expression for each value from another node. Or set \'Specify Inputs\' to \'Using JSON\'.',
		'ask',
	);
}
