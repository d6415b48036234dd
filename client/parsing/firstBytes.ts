import { CONTENTS, type Content, type ContentName } from './contents';

/** This many bytes identify nearly all files (file-type takes 4,100 as well). */
export const HEAD_BYTES = 4_100;

/**
 * How the files begin that people hand in, and the extension that names them. The first beginning
 * that fits counts. Bytes that begin like none of these prove nothing, so a format that some app may
 * read needs no row.
 */
const BEGINNINGS: readonly (readonly [ContentName, extension: string | undefined, RegExp])[] = [
	['image', '.jpg', /^\xff\xd8\xff/],
	// The chunk that announces frames stands before the pixels.
	['movingImage', '.png', /^\x89PNG\r\n(?:(?!IDAT).)*acTL/s],
	['image', '.png', /^\x89PNG\r\n/],
	['movingImage', '.gif', /^GIF8[79]a/],
	['movingImage', '.webp', /^RIFF.{4}WEBP/s],
	['image', '.bmp', /^BM.{4}\0{4}/s],
	['tiff', '.tif', /^(?:II[*+]\0|MM\0[*+])/],
	// ISO/IEC 14496-12, section 4.3: the brands of a file. A sequence of images is a video, too.
	['movingImage', '.avif', /^.{4}ftyp.{0,48}?avis/s],
	['movingImage', '.heic', /^.{4}ftyp.{0,48}?(?:hevc|hevx|msf1)/s],
	['movingImage', undefined, /^.{4}ftypcrx /s],
	// A film may have a picture as its cover.
	['image', '.avif', /^.{4}ftyp(?!3g|M4|avc1|iso|mp4|qt).{0,48}?avif/s],
	['image', '.heic', /^.{4}ftyp(?!3g|M4|avc1|iso|mp4|qt).{0,48}?(?:hei[cmsx]|mif[12])/s],
	['audio', '.m4a', /^.{4}ftyp(?:M4[AB]|F4[AB]) /s],
	['soundOrFilm', '.3gp', /^.{4}ftyp3g/s],
	// Old films of QuickTime begin without a brand.
	['soundOrFilm', '.mov', /^(?:.{4}ftypqt|\0.{3}(?:free|moov|pnot|skip|wide)|.{4}mdat)/s],
	['soundOrFilm', '.mp4', /^.{4}ftyp/s],
	['sharedContainer', '.webm', /^.E\xdf\xa3.{0,40}webm/s],
	['sharedContainer', '.mkv', /^.E\xdf\xa3/s],
	['video', '.ogv', /^OggS.*(?:\x80theora|.video\0)/s],
	['audio', '.ogg', /^OggS.{24}(?:OpusHead|.vorbis|\x7fFLAC|Speex {3})/s],
	['soundOrFilm', '.ogg', /^OggS/],
	['soundOrFilm', '.wmv', /^0&\xb2u\x8ef\xcf/],
	// Packets of an MPEG transport stream, with or without the times that camcorders add.
	['sharedContainer', '.ts', /^(?:(?:G.{187}){2}|(?:.{4}G.{187}){2}.{4})G/s],
	['video', '.mpg', /^\0\0.[\xb3\xba]/s],
	['video', '.avi', /^RIFF.{4}AVI /s],
	['video', '.flv', /^FLV[^ -~]/],
	// Cameras send a film as the parts of a form, each of which is a picture.
	['video', undefined, /^--[^\s"]{1,100}\r?\nContent-Type:\s*image\//i],
	['audio', '.wav', /^(?:RIFF|RF64).{4}WAVE/s],
	['audio', '.mp3', /^(?:ID3[^ -~]|\xff[\xe3\xf2\xf3\xfa\xfb])/],
	['audio', '.aac', /^\xff[\xf1\xf9]/],
	['audio', '.flac', /^fLaC/],
	['audio', '.aiff', /^FORM.{4}AIF[CF]/s],
	['audio', '.amr', /^#!AMR/],
	['audio', '.caf', /^caff\0/],
	// Programs that read PDF documents skip what stands before.
	['pdf', '.pdf', /^(?:\xef\xbb\xbf)?\s*%PDF-/],
	['office', undefined, /^PK.*(?:\[Content_Types\]\.xml|(?:word|xl|ppt)\/|opendocument)/s],
	['office', undefined, /^(?:\xd0\xcf.\xe0|\{\\rtf)/],
	['sharedArchive', '.zip', /^PK[^ -~]{2}/],
	['sharedArchive', '.gz', /^[^ -~]\x8b[\b]/],
	['archive', undefined, /^(?:Rar!|7z\xbc\xaf|BZh\d1AY|\xfd7zXZ|.{257}ustar)/s],
	['program', undefined, /^(?:MZ[P\x90\0]\0|\x7fELF|#!\/|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe)/],
];

/** What its first bytes say that a file is; undefined where they say nothing. */
export function contentOfBytes(begin: Uint8Array): Content | undefined {
	// As text, because beginnings are written so; each byte is one character.
	const head = String.fromCharCode(...begin.subarray(0, HEAD_BYTES));
	const [name, extension] = BEGINNINGS.find(([, , beginning]) => beginning.test(head)) ?? [];
	return name ? { ...CONTENTS[name], extension } : contentOfText(head);
}

/** Whether a file can't be text, whatever its name and type say. */
export function isBinary(begin: Uint8Array): boolean {
	return begin.some((byte) => byte < 9);
}

/**
 * What a text is if it stands in place of a file. A text that begins like none of these isn't
 * recognized.
 * @param head its first bytes, each as a character
 */
function contentOfText(head: string): Content | undefined {
	const text = asciiOf(head).trimStart();
	if (text.startsWith('<')) return contentOfMarkup(text);
	if (/^(\{\s*["}]|\[\s*(["{[\]]|-?\d|true\b|false\b|null\b))/.test(text)) return CONTENTS.json;
	return TEXTS.some((beginning) => beginning.test(text)) ? CONTENTS.text : undefined;
}

/** Texts that people save in place of the file that they refer to. */
const TEXTS: readonly RegExp[] = [
	/^https?:\/\/[\w.-]/i,
	/^\[InternetShortcut\]/,
	// A playlist names the parts of a film.
	/^#EXTM3U\s/,
	// Git LFS puts it in place of large files.
	/^version https:\/\/git-lfs\./,
	// The unparsed body of a form.
	/^--[^\s"]{1,100}\r?\nContent-(Disposition|Type):/i,
	/^data:[\w.+-]+\/[\w.+-]+[;,]/i,
	// PNG, JPEG, GIF, RIFF, MP3 and MP4 in Base64.
	/^(iVBORw0KGgo|\/9j\/[2-4]|R0lGOD|UklGR|SUQz[AB]|AAAA[\w+/]{2}Z0eX)/,
	/^(WEBVTT\s|BEGIN:VC|-----BEGIN )/,
];

/** Without a byte-order mark, and without the zeros between the letters of UTF-16. */
function asciiOf(head: string): string {
	return head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '');
}

const PAGE_TAG =
	/^(?:html|head|body|title|meta|link|script|style|div|span|p|a|h1|h2|table|form|iframe|center)$/;

/** Declarations, and comments with the blanks after them. */
const PROLOG = /^(?:<\?[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*/s;

/** The first element tells pages, drawings and other XML apart. */
function contentOfMarkup(text: string): Content | undefined {
	const rest = text.replace(PROLOG, '');
	const doctype = /^<!doctype\s+([\w:-]+)/i.exec(rest)?.[1]?.toLowerCase();
	const element = /^<([a-z][\w:-]*)[\s/>]/i.exec(rest)?.[1]?.toLowerCase() ?? '';
	// Programs choose any prefix for the namespace, such as in <ns0:svg>.
	const name = doctype ?? element.slice(element.indexOf(':') + 1);
	if (name === 'svg') return { ...CONTENTS.image, extension: '.svg' };
	if (PAGE_TAG.test(name)) return CONTENTS.page;
	return name === '' ? undefined : CONTENTS.xml;
}
