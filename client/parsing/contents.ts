import { essenceOf, mediumOfMime, mimeTypeOf, type Medium } from './mimeTypes';

/** What a file is, by its first bytes, its name or its type. */
export type Content = {
	/** In the words of a message, such as "a web page". */
	readonly words: string;
	/** What an app may use it as: none for pages and documents. */
	readonly media: readonly Medium[];
	/** What servers return in place of a file: a page, a message. */
	readonly isText?: true;
	/** A format that many apps can't open. */
	readonly format?: string;
	/** The bytes don't say which of the media it is, but its name and type do. */
	readonly isOpen?: true;
};

export const IMAGE: Content = { words: 'an image', media: ['image'] };
/** Formats that many apps can't open. */
export const HEIC: Content = { ...IMAGE, format: 'HEIC' };
export const HEIF: Content = { ...IMAGE, format: 'HEIF' };
export const AVIF: Content = { ...IMAGE, format: 'AVIF' };
export const TIFF: Content = { ...IMAGE, format: 'TIFF' };
/** Images that video inputs take as well. */
export const MOVING_IMAGE: Content = { words: 'an image', media: ['image', 'video'] };
export const VIDEO: Content = { words: 'a video', media: ['video'] };
export const AUDIO: Content = { words: 'an audio file', media: ['audio'] };
/** A container that may hold either one: only its first bytes are searched for tracks. */
export const SOUND_OR_FILM: Content = { words: 'a video or audio file', media: ['audio', 'video'] };

export const PAGE: Content = { words: 'a web page', media: [], isText: true };
export const JSON_TEXT: Content = { words: 'JSON', media: [], isText: true };
export const XML: Content = { words: 'XML', media: [], isText: true };
export const TEXT: Content = { words: 'text', media: [], isText: true };
export const PDF: Content = { words: 'a PDF document', media: [] };
export const POSTSCRIPT: Content = { words: 'a PostScript document', media: [] };
export const OFFICE: Content = { words: 'an Office document', media: [] };
export const ARCHIVE: Content = { words: 'an archive', media: [] };
export const PROGRAM: Content = { words: 'a program', media: [] };
export const FONT: Content = { words: 'a font', media: [] };
export const MODEL: Content = { words: 'a 3D model', media: [] };
export const DATABASE: Content = { words: 'a database', media: [] };

export const CONTENT_OF_MEDIUM: Readonly<Record<Medium, Content>> = {
	image: IMAGE,
	audio: AUDIO,
	video: VIDEO,
};

/** Types whose names don't say by themselves what they are. */
const OF_TYPE: readonly (readonly [Content, RegExp])[] = [
	[MOVING_IMAGE, /^image\/(gif|webp|apng)$/],
	[HEIC, /^image\/heic/],
	[HEIF, /^image\/heif/],
	[AVIF, /^image\/avif/],
	[TIFF, /^image\/(x-)?tiff?$/],
	[SOUND_OR_FILM, /^(application\/(ogg|mp4)|(audio|video)\/(3gpp2?|vnd\.rn-realmedia))$/],
	[PAGE, /^(text\/html|application\/xhtml\+xml)$/],
	[XML, /^(application|text)\/(.+\+)?xml$/],
	[JSON_TEXT, /^(application|text)\/(.+\+)?json$/],
	[PDF, /^application\/(x-)?pdf$/],
	[POSTSCRIPT, /^application\/postscript$/],
	[OFFICE, /^application\/(msword|rtf|vnd\.(ms-(excel|powerpoint|word)|oasis|openxmlformats))/],
	[ARCHIVE, /^application\/(x-)?(zip|gzip|vnd\.rar|rar|7z|tar)(-compressed)?$/],
	[PROGRAM, /^application\/(x-)?(msdownload|executable|sh|javascript)$/],
	[FONT, /^font\//],
	[MODEL, /^model\//],
	[TEXT, /^(text\/|application\/(x-)?(subrip|yaml)$)/],
];

/** What a MIME type says that a file is; undefined where it says nothing. */
export function contentOfType(mimeType: string): Content | undefined {
	const type = essenceOf(mimeType);
	const named = OF_TYPE.find(([, pattern]) => pattern.test(type));
	if (named) return named[0];
	const medium = mediumOfMime(type);
	return medium && CONTENT_OF_MEDIUM[medium];
}

/** @param extension with the leading dot, in lower case */
export function contentOfExtension(extension: string): Content | undefined {
	// Its MIME type is that of JPEG, but many programs don't know this extension.
	if (extension === '.jfif') return { ...IMAGE, format: 'JFIF' };
	return contentOfType(mimeTypeOf(extension));
}
