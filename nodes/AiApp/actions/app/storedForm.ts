import type { IExecuteFunctions, ResourceMapperValue } from 'n8n-workflow';
import {
	type AiAppError,
	inputError,
	isRecord,
	say,
	type Rejections,
} from '../../../../client/index';
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

/** What n8n's editor writes when the user lets the model define a parameter. */
const DEFINED_BY_MODEL =
	/^=\{\{\s*\/\*n8n-auto-generated-fromAI-override\*\/\s*\$fromAI\(\s*(['"`])(.*?)\1/s;

/**
 * Rejects a form in which two inputs get their values from the same argument of the model, because
 * n8n has given both the same name: one text would be sent for both of them, and be charged.
 */
export function requireOwnArguments(
	ctx: Pick<IExecuteFunctions, 'getNodeParameter'>,
	itemIndex: number,
): void {
	const typed = ctx.getNodeParameter('inputs', itemIndex, {}, { rawExpressions: true });
	const { value, schema = [] } = typed as Partial<ResourceMapperValue>;
	const owners = new Map<string, string>();
	for (const [id, text] of Object.entries(isRecord(value) ? value : {})) {
		const name = DEFINED_BY_MODEL.exec(String(text ?? ''))?.[2];
		if (name === undefined) continue;
		const label = schema.find((field) => field.id === id)?.displayName ?? id;
		const other = owners.get(name);
		if (other !== undefined) throw merged(name, other, label);
		owners.set(name, label);
	}
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
	return inputError(
		"'App Inputs' doesn't contain values by input",
		'Use the format {"mappingMode": "defineBelow", "value": {"6:CLIPTextEncode.text": "a red cat"}}, with an expression for each value from another node. Or set \'Specify Inputs\' to \'Using JSON\'. You weren\'t charged.',
		{ forAgents: 'Ask the user to check this tool.' },
	);
}

function merged(name: string, one: string, other: string): AiAppError {
	return inputError(
		say`'${one}' and '${other}' get the same value from the model`,
		say`n8n names the arguments of both "${name}" and merges them. Open the tool, click the menu next to 'App Inputs', select 'Refresh Input List' and let the model define both inputs again. Or set one of them in 'Override Inputs' with $fromAI and a name of its own. You weren't charged.`,
		{
			forAgents:
				"Ask the user to let the model define these inputs again. Don't call this tool until then.",
		},
	);
}
