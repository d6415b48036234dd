import { CONTENTS, type Content } from './contents';

/**
 * What a text is if it stands in place of a file. A text that begins like none of these isn't
 * recognized.
 * @param head its first bytes, each as a character
 */
export function contentOfText(head: string): Content | undefined {
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
