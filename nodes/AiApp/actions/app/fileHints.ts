import {
	counted,
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
