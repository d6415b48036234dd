import { inputError } from '../errors/AiAppError';
import {
	ARCHIVE,
	CONTENT_OF_MEDIUM,
	contentOfExtension,
	contentOfType,
	MODEL,
	PDF,
	type Content,
} from '../parsing/contents';
import { contentOfBytes, HEAD_BYTES } from '../parsing/fileContent';
import { extensionOf, plainFileName } from '../parsing/fileNames';
import { isDefaultType, MEDIA } from '../parsing/mimeTypes';
import { excerpt, say } from '../parsing/say';
import type { FileSource } from '../ports';
import { about, nameOf } from './inputFacts';
import type { InputField } from './schema';

/** What is known of a file before it's sent. */
export type FileHead = Pick<FileSource, 'mimeType' | 'name' | 'size'> & {
	/** Its first bytes. */
	readonly begin: Uint8Array;
};

/** Reads the first bytes of a file, and no more of it. */
export async function readBegin({ open }: Pick<FileSource, 'open'>): Promise<Uint8Array> {
	const begin = new Uint8Array(HEAD_BYTES);
	let length = 0;
	for await (const chunk of await open(HEAD_BYTES)) {
		const part = chunk.subarray(0, HEAD_BYTES - length);
		begin.set(part, length);
		length += part.length;
		if (length === HEAD_BYTES) break;
	}
	return begin.subarray(0, length);
}

/**
 * Checks that a file suits its input. Its bytes decide, then its name and type. If they say
 * nothing, it passes.
 * @param input if left out, the file must only be what its name promises
 * @throws AiAppError kind `input`
 */
export function requireFitting(
	file: FileHead,
	input?: Pick<InputField, 'key' | 'kind' | 'label'>,
): void {
	const takes = MEDIA.find((medium) => medium === input?.kind);
	const where = input ? say`The file for '${nameOf(input)}'` : 'The file';
	const { inputId } = input ? about(input) : {};
	if (file.size === 0)
		throw inputError(say`${where} is empty: "${fileNameOf(file)}"`, {
			reason: 'emptyFile',
			inputId,
		});
	const wanted = takes ? CONTENT_OF_MEDIUM[takes] : promisedBy(file);
	const unfit = wanted && unfitting(file, wanted);
	if (!unfit) return;
	const reason = takes ? 'otherFile' : 'misnamedFile';
	throw inputError(say`${where} is ${unfit.words}, not ${wanted.words}: "${fileNameOf(file)}"`, {
		reason: unfit.isText ? 'pageAsFile' : reason,
		...{ name: takes ?? 'file', inputId },
	});
}

const MAX_NAME = 120;

function fileNameOf({ name }: FileHead): string {
	return excerpt(plainFileName(name), MAX_NAME);
}

/** The format of an image that many apps can't open, if it is one. */
export function rareFormatOf(file: FileHead): string | undefined {
	const { byExtension, byType } = claimsOf(file);
	if (byExtension?.format === 'JFIF') return 'JFIF';
	return (contentOfBytes(file.begin) ?? byExtension ?? byType)?.format;
}

/** No page or message is one. Documents of Office may be: programs open pages under their names. */
const NEVER_TEXT: readonly Content[] = [ARCHIVE, MODEL, PDF];

/** What an extension promises. Audio and video share containers, so each allows the other. */
function promisedBy(file: FileHead): Content | undefined {
	const { byExtension } = claimsOf(file);
	if (!byExtension || NEVER_TEXT.includes(byExtension)) return byExtension;
	const { media } = byExtension;
	if (media.includes('image')) return byExtension;
	return media.length > 0 ? { ...byExtension, media: ['audio', 'video'] } : undefined;
}

/** What a file is if it can't be what is wanted; undefined if it may be. */
function unfitting(file: FileHead, wanted: Content): Content | undefined {
	const found = contentOfBytes(file.begin);
	if (wanted.media.length === 0) return found?.isText ? found : undefined;
	const fits = ({ media }: Content) => wanted.media.some((medium) => media.includes(medium));
	if (found && !found.isOpen) return fits(found) ? undefined : found;
	const { byExtension, byType } = claimsOf(file);
	const claims = [byExtension, byType].filter((claim) => claim !== undefined);
	// In a container for both audio and video, only a claim to be one of them counts.
	const counted = found ? claims.filter((claim) => isOneOf(found, claim)) : claims;
	if (found && !fits(found)) return counted[0] ?? found;
	return counted.some(fits) ? counted.find(({ media }) => media.length === 0) : counted[0];
}

function isOneOf({ media }: Content, claim: Content): boolean {
	return claim.media.some((medium) => media.includes(medium));
}

function claimsOf({ mimeType, name }: FileHead) {
	const byExtension = contentOfExtension(extensionOf(plainFileName(name))?.toLowerCase() ?? '');
	const byType = contentOfType(mimeType);
	return { byExtension, byType: byExtension && isDefaultType(mimeType) ? undefined : byType };
}
