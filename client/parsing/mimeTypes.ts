export const MEDIA = ['image', 'audio', 'video'] as const;
export type Medium = (typeof MEDIA)[number];

/**
 * Extension -> MIME type. The storage says application/octet-stream for everything, so the
 * extension shows n8n and the next node what a file is.
 */
const MIME_BY_EXTENSION: Readonly<Record<string, string>> = {
	'.aac': 'audio/aac',
	'.avi': 'video/x-msvideo',
	'.avif': 'image/avif',
	'.bmp': 'image/bmp',
	'.csv': 'text/csv',
	'.flac': 'audio/flac',
	'.gif': 'image/gif',
	'.glb': 'model/gltf-binary',
	'.heic': 'image/heic',
	'.html': 'text/html',
	'.jpeg': 'image/jpeg',
	'.jpg': 'image/jpeg',
	'.json': 'application/json',
	'.m4a': 'audio/mp4',
	'.m4v': 'video/x-m4v',
	'.mkv': 'video/x-matroska',
	'.mov': 'video/quicktime',
	'.mp3': 'audio/mpeg',
	'.mp4': 'video/mp4',
	'.obj': 'model/obj',
	'.ogg': 'audio/ogg',
	'.opus': 'audio/opus',
	'.pdf': 'application/pdf',
	'.png': 'image/png',
	'.svg': 'image/svg+xml',
	'.tif': 'image/tiff',
	'.tiff': 'image/tiff',
	'.txt': 'text/plain',
	'.wav': 'audio/wav',
	'.webm': 'video/webm',
	'.webp': 'image/webp',
	'.zip': 'application/zip',
};

const UNKNOWN_TYPE = 'application/octet-stream';

/** The MIME type of a file by its extension (with dot, lower case). */
export function mimeTypeOf(extension: string | undefined): string {
	return MIME_BY_EXTENSION[extension ?? ''] ?? UNKNOWN_TYPE;
}

/** Whether an extension (with dot, lower case) says by itself what a file is. */
export function isKnownExtension(extension: string): boolean {
	return Object.hasOwn(MIME_BY_EXTENSION, extension);
}

/** Other names that MIME types of media go by. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	'audio/mp3': '.mp3',
	'audio/wave': '.wav',
	'audio/x-flac': '.flac',
	'audio/x-m4a': '.m4a',
	'audio/x-wav': '.wav',
	'image/jpeg': '.jpg',
	'image/jpg': '.jpg',
};

/** The extension for a MIME type, with the leading dot; undefined where it stands for no one type. */
export function extensionOfMime(mimeType: string): string | undefined {
	const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
	if (Object.hasOwn(OTHER_NAMES, type)) return OTHER_NAMES[type];
	return Object.entries(MIME_BY_EXTENSION).find(([, known]) => known === type)?.[0];
}

export function mediumOfExtension(extension: string): Medium | undefined {
	const type = mimeTypeOf(extension);
	return MEDIA.find((medium) => type.startsWith(`${medium}/`));
}

/** The medium of a file by what its sender calls it, else by its extension. */
export function mediumOfFile(name: string, mimeType: string): Medium | undefined {
	const declared = MEDIA.find((medium) => mimeType.toLowerCase().startsWith(`${medium}/`));
	return declared ?? mediumOfExtension(/\.[a-z0-9]+$/i.exec(name)?.[0].toLowerCase() ?? '');
}
