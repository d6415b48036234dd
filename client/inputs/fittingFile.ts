import { inputError } from '../errors/AiAppError';
import { CONTENTS, contentOfExtension, contentOfType, type Content } from '../parsing/contents';
import { contentOfBytes, HEAD_BYTES, isBinary } from '../parsing/firstBytes';
import { extensionOf, PACKED, plainFileName, writtenType } from '../parsing/fileNames';
import { MEDIA, type Medium } from '../parsing/mimeTypes';
import { say } from '../parsing/say';
import type { FileSource } from '../ports';
import { inputDetails, nameOf, type NamedInput } from './inputFacts';

/** What is known of a file before it's sent. */
export type FileHead = Required<Pick<FileSource, 'begin' | 'mimeType' | 'name' | 'size'>>;

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
 * What the loaders of ComfyUI read, which the inputs of apps belong to: LoadImage lists images, LoadAudio
 * lists audio and video files (comfy_extras/nodes_audio.py, pull request 4054), LoadVideo reads what
 * FFmpeg shows as frames, such as GIF (comfy_extras/nodes_video.py). Load3D takes files of any kind.
 */
const READ_BY_LOADER: Readonly<Record<Medium, Content['media']>> = {
	image: ['image'],
	audio: ['audio', 'video'],
	video: ['video', 'animation'],
};

/**
 * Checks that a file suits its input. It's rejected only if it's empty, or if no app could take it: its
 * bytes decide, then its name and type. If they say nothing, it passes.
 * @param input if left out, the file must only be what its name promises
 * @throws AiAppError kind `input`
 */
export function requireFitting(file: FileHead, input?: NamedInput): void {
	const takes = MEDIA.find((medium) => medium === input?.kind);
	const where = input ? say`The file for '${nameOf(input)}'` : 'The file';
	const { inputId } = input ? inputDetails(input) : {};
	const name = plainFileName(file.name);
	if (file.size === 0)
		throw inputError(say`${where} is empty: "${name}"`, {
			reason: 'emptyFile',
			inputId,
		});
	const wanted = takes ? { ...CONTENTS[takes], media: READ_BY_LOADER[takes] } : promisedBy(file);
	const unfit = wanted && unfitting(file, wanted);
	if (!unfit) return;
	const reason = takes ? 'otherFile' : 'misnamedFile';
	throw inputError(say`${where} is ${unfit.words}, not ${wanted.words}: "${name}"`, {
		reason: unfit.isText ? 'pageAsFile' : reason,
		...{ name: takes ?? 'file', inputId },
	});
}

/**
 * A page or a message under the name of one of these is rejected. Documents of Office aren't
 * listed, because programs open pages under their names.
 */
const NEVER_TEXT: readonly Content[] = [CONTENTS.archive, CONTENTS.model, CONTENTS.pdf];

/**
 * What a file must be by its extension; undefined if nothing could contradict it. Under the
 * extension of an image, audio or video file, any of these passes, because the upload gives it its
 * own extension.
 */
function promisedBy(file: FileHead): Content | undefined {
	const promised = contentOfExtension(endingOf(file));
	if (!promised || NEVER_TEXT.includes(promised)) return promised;
	return promised.media.length > 0 ? { ...promised, media: MEDIA } : undefined;
}

/** What a file is if it can't be what is wanted; undefined if it may be. */
function unfitting(file: FileHead, wanted: Content): Content | undefined {
	const seen = contentOfBytes(file.begin);
	const found = !seen?.isText && PACKED.test(endingOf(file)) ? undefined : seen;
	if (wanted.media.length === 0) return found?.isText ? found : undefined;
	const fits = (content: Content) => shareMedium(content, wanted);
	if (found && !found.isOpen) return fits(found) ? undefined : found;
	const claims = claimsOf(file);
	// In a container for both audio and video, only a claim to be one of them counts.
	const counted = found ? claims.filter((claim) => shareMedium(claim, found)) : claims;
	if (found && !fits(found)) return counted[0] ?? found;
	return counted.some(fits) ? counted.find(({ media }) => media.length === 0) : counted[0];
}

function shareMedium(one: Content, other: Content): boolean {
	return one.media.some((medium) => other.media.includes(medium));
}

/** What the name and the type of a file say that it is. */
function claimsOf(file: FileHead): Content[] {
	const isText = !isBinary(file.begin);
	return [contentOfExtension(endingOf(file)), contentOfType(writtenType(file))]
		.filter((claim) => claim !== undefined)
		.filter((claim) => isText || !claim.isText);
}

function endingOf({ name }: FileHead): string {
	return extensionOf(plainFileName(name))?.toLowerCase() ?? '';
}
