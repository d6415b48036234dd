import { counted, say, type InputField, type InputValues } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';

/**
 * Warns about texts in JSON that are sent empty although the app has a default for them: an
 * expression that returns nothing within a text leaves no other trace.
 */
export function hintAtEmptiedTexts(
	{ hints }: ExecutionContext,
	fields: readonly InputField[],
	values: InputValues,
): void {
	for (const { key, label, kind, default: standard } of fields) {
		if (kind !== 'text' || !standard || values[key] !== '') continue;
		hints.count(
			key,
			(items) =>
				say`'${label}' (${key}) is empty in ${counted(items, 'item')}. If an expression in 'App Inputs (JSON)' returned nothing, check its field names. To use the app's default, leave the input out.`,
		);
	}
}
