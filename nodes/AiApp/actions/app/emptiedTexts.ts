import { say, type InputField, type InputValues } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';

/**
 * Tells of texts in JSON that are sent empty although the app has a default for them: an expression
 * in a text that finds nothing leaves no other trace.
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
				say`The input "${label}" (${key}) was sent empty in ${items} ${items === 1 ? 'item' : 'items'}. If an expression in App Inputs (JSON) found nothing, check its names. To run with the default of the app, leave the input out.`,
		);
	}
}
