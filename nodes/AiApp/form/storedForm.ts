import { isExpression } from 'n8n-workflow';
import {
	isBlank,
	isRecord,
	ownMember,
	type AiAppError,
	type EmptyField,
	type Rejections,
} from '../../../client/index';
import { PanelError } from '../facts/panelError';
import { evaluated, rowsOf, type Panel } from '../parameters/readParameter';
import { decodeFieldId } from './untrustedText';

/** The form of one item, as the editor stores it. */
export type StoredForm = {
	readonly values: Readonly<Record<string, unknown>>;
	/** The inputs that the editor shows or has removed; none for a form that was never opened. */
	readonly formKeys: readonly string[];
	readonly labels: Readonly<Record<string, string>>;
	/**
	 * Inputs that the user removed or left empty. An expression that returns nothing doesn't count.
	 */
	readonly blankKeys: readonly string[];
	/** Empty fields that the editor still shows. */
	readonly emptyFields: readonly EmptyField[];
	/** Inputs that the user removed from the form. */
	readonly removedKeys: readonly string[];
	/** Inputs whose value is the same for all items, because it isn't an expression. */
	readonly literalKeys: readonly string[];
};

/** What n8n's editor stores if the inputs are to be taken from the fields of the items. */
export const MAP_AUTOMATICALLY = 'autoMapInputData';

/**
 * Whether the inputs are to be taken from the fields of the items. The editor then still stores
 * values of the form and the app's defaults, but doesn't show them. Values without a form are
 * rejected, because somebody wrote them on purpose.
 */
export function mapsAutomatically(panel: Panel, { reject }: Rejections): boolean {
	// Values that the editor doesn't show must not be evaluated.
	const typed = panel.typed('inputs');
	const stored = isRecord(typed) ? typed : panel.read('inputs', {});
	if (!isRecord(stored) || stored.mappingMode !== MAP_AUTOMATICALLY) return false;
	const values = isRecord(stored.value) ? Object.values(stored.value) : [];
	const hasValues = values.some((value) => value !== null);
	if (hasValues && rowsOf(stored.schema).length === 0) reject(unusedValues());
	return true;
}

/**
 * Reads the form of one item. Rejects a form without values by input, which would otherwise be left
 * out.
 */
export function readStoredForm(panel: Panel, { reject }: Rejections): StoredForm {
	// Asking for `inputs.value` would make n8n check against the stored form, which may be out of date.
	const stored = panel.read('inputs', {});
	if (!hasValuesByInput(stored)) reject(withoutValues());
	const { value, schema } = isRecord(stored) ? stored : {};
	const beforeEvaluation = typedValues(panel.typed('inputs'));
	const typed = byKey(beforeEvaluation ?? value);
	const fields = rowsOf(schema).map(({ id, displayName, defaultValue, removed }) => {
		const key = decodeFieldId(String(id));
		// What the editor stores in an empty field depends on its version and on the user's edits.
		const wasFilledIn = !isBlank(defaultValue);
		return { key, label: String(displayName ?? key), wasFilledIn, isRemoved: removed === true };
	});
	const shown = fields.filter(({ isRemoved }) => !isRemoved);
	const emptyFields = shown.filter(({ key }) => isBlank(ownMember(typed, key)));
	const values = Object.entries(byKey(value)).map(([key, each]) => [
		key,
		evaluated(ownMember(typed, key), each),
	]);
	const nulls = Object.keys(typed).filter((key) => ownMember(typed, key) === null);
	const literalKeys = Object.keys(beforeEvaluation ? typed : {}).filter(
		(key) => !isExpression(ownMember(typed, key)),
	);
	return {
		values: Object.fromEntries(values),
		formKeys: fields.map(({ key }) => key),
		labels: Object.fromEntries(fields.map(({ key, label }) => [key, label])),
		blankKeys: [...nulls, ...emptyFields.map(({ key }) => key)],
		emptyFields,
		removedKeys: fields.flatMap(({ isRemoved, key }) => (isRemoved ? key : [])),
		literalKeys,
	};
}

/** The values before n8n evaluates their expressions, unless one expression returns them all. */
function typedValues(typed: unknown): Readonly<Record<string, unknown>> | undefined {
	return isRecord(typed) && isRecord(typed.value) ? typed.value : undefined;
}

/**
 * Whether a form has an object with the values of its inputs. The object may be missing in a form that
 * says how it's mapped, as the editor's do, and in an empty one. In any other, a member with another
 * name may be meant as the values.
 */
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

function unusedValues(): AiAppError {
	return new PanelError(
		"'App Inputs' has values, but takes them from the fields of the items",
		'For these values, use "mappingMode": "defineBelow". To map the fields automatically, remove the values.',
		'ask',
	);
}

function withoutValues(): AiAppError {
	return new PanelError(
		"'App Inputs' doesn't contain values by input",
		'Use the format {"mappingMode": "defineBelow", "value": {"6:CLIPTextEncode.text": "a red cat"}}, with an expression for each value from another node. Or set \'Specify Inputs\' to \'Using JSON\'.',
		'ask',
	);
}
