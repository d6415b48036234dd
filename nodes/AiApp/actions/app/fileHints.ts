import {
	counted,
	isMedium,
	rareFormatOf,
	say,
	type AppInputs,
	type ResolvedInputs,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { FileHeads } from './itemFileHeads';

/** Warns about images in formats that phones and scanners write, and many apps can't open. */
export function hintAtRareFormats(
	{ hints }: ExecutionContext,
	{ byKey }: AppInputs,
	files: ResolvedInputs['files'],
	heads: FileHeads,
): void {
	for (const [key, { binaryField }] of Object.entries(files)) {
		const field = byKey.get(key);
		const format = field?.kind === 'image' ? rareFormatOf(heads(binaryField)) : undefined;
		if (format === undefined) continue;
		hints.count(
			`format ${format} ${key}`,
			(items) =>
				say`The image for '${field?.label}' has the format ${format} in ${counted(items, 'item')}. Many apps can't open it. To convert it to PNG or JPEG, add an Edit Image node before this one.`,
		);
	}
}

/** Warns about inputs that get one and the same file: one of them may be a mistake. */
export function hintAtSameFile(
	{ hints }: ExecutionContext,
	{ fields }: AppInputs,
	{ files, values }: Pick<ResolvedInputs, 'files' | 'values'>,
): void {
	const labels = new Map<unknown, string[]>();
	for (const field of fields) {
		if (!isMedium(field)) continue;
		const given = files[field.key]?.binaryField ?? values[field.key];
		if (given !== undefined) labels.set(given, [...(labels.get(given) ?? []), `'${field.label}'`]);
	}
	for (const alike of labels.values())
		if (alike.length > 1)
			hints.count(
				`same file ${alike.join()}`,
				(items) =>
					say`The same file goes to ${alike} in ${counted(items, 'item')}. If you meant another one, change the input.`,
			);
}
