import { essenceOf, mediumOfMime, mimeTypeOf, type Medium } from './mimeTypes';

/** What a file is, by its first bytes, its name or its type. */
export type Content = {
	/** In the words of a message, such as "a web page". */
	readonly words: string;
	/** What an app may use it as: none for pages and documents. An animation has frames, but no sound. */
	readonly media: readonly (Medium | 'animation')[];
	/** What servers return in place of a file: a page, a message. */
	readonly isText?: true;
	/** The bytes don't say whether it's audio or video, but its name and type do. */
	readonly isOpen?: true;
	/** Other kinds of files begin alike, such as raw photos. An unknown extension may be theirs. */
	readonly isShared?: true;
	/** What such a file is named, with the leading dot. */
	readonly extension?: string | undefined;
};

export const CONTENTS = {
	image: { words: 'an image', media: ['image'] },
	audio: { words: 'an audio file', media: ['audio'] },
	video: { words: 'a video', media: ['video'] },
	movingImage: { words: 'an image', media: ['image', 'animation'] },
	tiff: { words: 'an image', media: ['image'], isShared: true },
	// Containers that may hold either one: their tracks aren't searched.
	soundOrFilm: { words: 'a video', media: ['audio', 'video'], isOpen: true },
	sharedContainer: { words: 'a video', media: ['audio', 'video'], isOpen: true, isShared: true },
	page: { words: 'a web page', media: [], isText: true },
	json: { words: 'JSON', media: [], isText: true },
	xml: { words: 'XML', media: [], isText: true },
	text: { words: 'text', media: [], isText: true },
	pdf: { words: 'a PDF document', media: [] },
	office: { words: 'an Office document', media: [] },
	archive: { words: 'an archive', media: [] },
	sharedArchive: { words: 'an archive', media: [], isShared: true },
	program: { words: 'a program', media: [] },
	model: { words: 'a 3D model', media: [] },
} as const satisfies Readonly<Record<string, Content>>;

export type ContentName = keyof typeof CONTENTS;

/** Types whose names don't say by themselves what they are. */
const OF_TYPE: readonly (readonly [ContentName, RegExp])[] = [
	['page', /^(text\/html|application\/xhtml\+xml)$/],
	['xml', /^(application|model|text)\/(.+\+)?xml$/],
	['json', /^(application|model|text)\/(.+\+)?json$/],
	['pdf', /^application\/(x-)?pdf$/],
	['office', /^application\/(msword|rtf|vnd\.(ms-(excel|powerpoint|word)|oasis|openxmlformats))/],
	['archive', /^application\/(.*\+)?(x-)?(zip|gzip|vnd\.rar|rar|7z|tar)(-compressed)?$/],
	['program', /^application\/(x-)?(msdownload|executable|sh|javascript)$/],
	['model', /^model\//],
	['text', /^(text\/|application\/(x-)?(subrip|yaml)$)/],
];

/** What a MIME type says that a file is; undefined where it says nothing. */
export function contentOfType(mimeType: string): Content | undefined {
	const type = essenceOf(mimeType);
	const name = OF_TYPE.find(([, pattern]) => pattern.test(type))?.[0] ?? mediumOfMime(type);
	return name && CONTENTS[name];
}

/** @param extension with the leading dot, in lower case */
export function contentOfExtension(extension: string): Content | undefined {
	return contentOfType(mimeTypeOf(extension));
}
