import { ownMember } from './scalars';

export const MEDIA = ['image', 'audio', 'video'] as const;
export type Medium = (typeof MEDIA)[number];

/**
 * Extension -> MIME type, as n8n itself says for most of them. The storage says
 * application/octet-stream for everything, so the extension shows n8n and the next node what a file is.
 */
const MIME_BY_EXTENSION: Readonly<Record<string, string>> = {
	'.3g2': 'video/3gpp2',
	'.3gp': 'video/3gpp',
	'.3mf': 'model/3mf',
	'.7z': 'application/x-7z-compressed',
	'.aac': 'audio/aac',
	'.aif': 'audio/aiff',
	'.aiff': 'audio/aiff',
	'.amr': 'audio/amr',
	'.apng': 'image/apng',
	'.avi': 'video/x-msvideo',
	'.avif': 'image/avif',
	'.bmp': 'image/bmp',
	'.csv': 'text/csv',
	'.dae': 'model/vnd.collada+xml',
	'.doc': 'application/msword',
	'.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	'.exr': 'image/aces',
	'.fbx': 'application/x.autodesk.fbx',
	'.flac': 'audio/flac',
	'.flv': 'video/x-flv',
	'.gif': 'image/gif',
	'.glb': 'model/gltf-binary',
	'.gltf': 'model/gltf+json',
	'.gz': 'application/gzip',
	'.heic': 'image/heic',
	'.heif': 'image/heif',
	'.html': 'text/html',
	'.htm': 'text/html',
	'.ico': 'image/x-icon',
	'.jfif': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.jpg': 'image/jpeg',
	'.json': 'application/json',
	'.jxl': 'image/jxl',
	'.m4a': 'audio/mp4',
	'.m4b': 'audio/mp4',
	'.m4v': 'video/x-m4v',
	'.md': 'text/markdown',
	'.mid': 'audio/midi',
	'.midi': 'audio/midi',
	'.mkv': 'video/x-matroska',
	'.mov': 'video/quicktime',
	'.mp3': 'audio/mpeg',
	'.mp4': 'video/mp4',
	'.mpg': 'video/mpeg',
	'.mpeg': 'video/mpeg',
	'.obj': 'model/obj',
	'.odt': 'application/vnd.oasis.opendocument.text',
	'.ogg': 'audio/ogg',
	'.oga': 'audio/ogg',
	'.ogv': 'video/ogg',
	'.opus': 'audio/opus',
	'.pdf': 'application/pdf',
	'.ply': 'model/ply',
	'.png': 'image/png',
	'.ppt': 'application/vnd.ms-powerpoint',
	'.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	'.psd': 'image/vnd.adobe.photoshop',
	'.rar': 'application/vnd.rar',
	'.rtf': 'application/rtf',
	'.srt': 'application/x-subrip',
	'.stl': 'model/stl',
	'.svg': 'image/svg+xml',
	'.tar': 'application/x-tar',
	'.tif': 'image/tiff',
	'.tiff': 'image/tiff',
	'.txt': 'text/plain',
	'.usdz': 'model/vnd.usdz+zip',
	'.vtt': 'text/vtt',
	'.wav': 'audio/wav',
	'.webm': 'video/webm',
	'.weba': 'audio/webm',
	'.webp': 'image/webp',
	'.wma': 'audio/x-ms-wma',
	'.wmv': 'video/x-ms-wmv',
	'.xls': 'application/vnd.ms-excel',
	'.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	'.xml': 'application/xml',
	'.zip': 'application/zip',
};

const UNKNOWN_TYPE = 'application/octet-stream';

/** The MIME type of a file by its extension (with dot, lower case). */
export function mimeTypeOf(extension: string | undefined): string {
	return ownMember(MIME_BY_EXTENSION, extension ?? '') ?? UNKNOWN_TYPE;
}

/** Whether an extension (with dot, lower case) says by itself what a file is. */
export function isKnownExtension(extension: string): boolean {
	return Object.hasOwn(MIME_BY_EXTENSION, extension);
}

/** The extension for each type. Of several extensions, the usual one counts. */
const EXTENSION_BY_MIME = new Map([
	...Object.entries(MIME_BY_EXTENSION)
		.map(([extension, type]): [string, string] => [type, extension])
		.reverse(),
	['audio/webm', '.webm'],
	['image/jpeg', '.jpg'],
	['image/vnd.microsoft.icon', '.ico'],
]);

/** No MIME type is longer, even with its parameters. */
const LONGEST_TYPE = 1_000;

/** A MIME type without its parameters, such as `;codecs=opus`. */
export function essenceOf(mimeType: string): string {
	return mimeType.slice(0, LONGEST_TYPE).split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The extension for a MIME type, with the leading dot; undefined if none is known. */
export function extensionOfMime(mimeType: string): string | undefined {
	const type = essenceOf(mimeType);
	// Programs write x- before names that nobody has registered.
	const [known] = [type, type.replace('/x-', '/')].flatMap(
		(name) => EXTENSION_BY_MIME.get(name) ?? extensionIn(name) ?? [],
	);
	return known;
}

/** Many types are named by an extension, such as `image/jpg`. */
function extensionIn(type: string): string | undefined {
	const extension = `.${type.slice(type.indexOf('/') + 1)}`;
	const isKnown = isKnownExtension(extension);
	return isKnown && mediumOfExtension(extension) === mediumOfMime(type) ? extension : undefined;
}

export function mediumOfExtension(extension: string): Medium | undefined {
	return mediumOfMime(mimeTypeOf(extension));
}

export function mediumOfMime(mimeType: string): Medium | undefined {
	return MEDIA.find((medium) => mimeType.startsWith(`${medium}/`));
}

/** The medium of a file by its MIME type, else by the extension of its name. */
export function mediumOfFile(name: string, mimeType: string): Medium | undefined {
	return (
		mediumOfMime(essenceOf(mimeType)) ??
		mediumOfExtension(/\.[a-z0-9]+$/i.exec(name)?.[0].toLowerCase() ?? '')
	);
}
