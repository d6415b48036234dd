import {
	AiAppError,
	orReject,
	say,
	settle,
	uploadName,
	type Rejections,
	type ResolvedInputs,
} from '../../../../client/index';
import type { ItemFiles } from '../../io/binary/source';
import type { FileToUpload } from '../../io/items/checkedItem';

/** The files that App: Run would upload for an item, under the names that it would use. */
export async function filesToUpload(
	references: ResolvedInputs['files'],
	files: ItemFiles,
	rejections: Rejections,
): Promise<FileToUpload[]> {
	const toUpload: FileToUpload[] = [];
	for (const [key, { binaryField }] of Object.entries(references)) {
		const source = await settle(() => files.source(binaryField));
		const name = orReject(rejections, key, () => {
			if (!source.ok) throw unreadable(binaryField);
			return uploadName(source.value);
		});
		if (!source.ok || name === undefined) continue;
		const { mimeType, size } = source.value;
		toUpload.push({ key, binaryField, name, mimeType, size });
	}
	return toUpload;
}

function unreadable(binaryField: string): AiAppError {
	return new AiAppError(
		'input',
		say`n8n couldn't read the file in the binary field "${binaryField}"`,
		{},
		"Check that the previous node returns this file, and run it again. You weren't charged.",
	);
}
