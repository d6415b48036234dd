import { counted, say, type InputField, type ResolvedInputs } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';

/**
 * Warns about texts that are sent empty although the app has a default for them, and about file
 * inputs that get no file: an expression that returns nothing leaves no other trace, and a box that
 * was never filled looks like any other.
 */
export function hintAtEmptyInputs(
	{ hints }: ExecutionContext,
	fields: readonly InputField[],
	{ values, files }: ResolvedInputs,
	isJson: boolean,
): void {
	for (const { key, label, kind, default: standard } of fields) {
		if (kind !== 'text' || !standard || values[key] !== '') continue;
		hints.count(
			key,
			(items) =>
				say`'${label}' (${key}) is empty in ${counted(items, 'item')}. If an expression returned nothing, check its field names. To use the app's default, ${isJson ? 'leave the input out' : 'remove the input from the form'}.`,
		);
	}
	const untouched = fields.filter(
		({ key, kind, default: standard }) =>
			MEDIA.has(kind) && standard === undefined && !(key in values) && !(key in files),
	);
	if (untouched.length === 0) return;
	const labels = untouched.map(({ label }) => `'${label}'`);
	hints.count(
		labels.join(),
		(items) =>
			say`No file is set for ${labels} in ${counted(items, 'item')}. The app may use a file of its author instead.`,
	);
}

const MEDIA: ReadonlySet<InputField['kind']> = new Set(['image', 'audio', 'video']);
