import { IMAGE, JSON_TEXT, PAGE, TEXT, XML, type Content } from './contents';

/**
 * What a text is if it stands in place of a file. A text that begins like none of these isn't
 * recognized.
 * @param head its first bytes, each as a character
 */
export function contentOfText(head: string): Content | undefined {
	const text = asciiOf(head).trimStart();
	if (text.startsWith('<')) return contentOfMarkup(text);
	if (/^(\{\s*["}]|\[\s*(["{[\]]|-?\d|true\b|false\b|null\b))/.test(text)) return JSON_TEXT;
	return TEXTS.some((beginning) => beginning.test(text)) ? TEXT : undefined;
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

/** Without a byte-order mark; of UTF-16, every second byte. */
function asciiOf(head: string): string {
	if (head.startsWith('\xef\xbb\xbf')) return head.slice(3);
	if (head.startsWith('\xff\xfe')) return everySecond(head, 2);
	return head.startsWith('\xfe\xff') ? everySecond(head, 3) : head;
}

function everySecond(head: string, first: number): string {
	return Array.from(
		{ length: Math.ceil((head.length - first) / 2) },
		(_, n) => head[first + 2 * n],
	).join('');
}

const PAGE_TAGS = new Set(
	'html head body title meta link script style div span p a h1 h2 table form iframe center'.split(
		' ',
	),
);

/** The first element tells pages, drawings and other XML apart. */
function contentOfMarkup(text: string): Content | undefined {
	const rest = afterProlog(text);
	if (rest === undefined) return undefined;
	const doctype = /^<!doctype\s+([\w:-]+)/i.exec(rest)?.[1]?.toLowerCase();
	const element = /^<([a-z][\w:-]*)[\s/>]/i.exec(rest)?.[1]?.toLowerCase() ?? '';
	// Programs choose any prefix for the namespace, such as in <ns0:svg>.
	const name = doctype ?? element.slice(element.indexOf(':') + 1);
	if (name === 'svg') return IMAGE;
	if (PAGE_TAGS.has(name)) return PAGE;
	return name !== '' || /^<\?xml\s/.test(text) ? XML : undefined;
}

/**
 * The text after declarations, comments and the blanks between them; undefined if these extend
 * beyond the bytes that were read.
 */
function afterProlog(text: string): string | undefined {
	let rest = text;
	for (let end = endOfProlog(rest); end !== 0; end = endOfProlog(rest)) {
		if (end === undefined) return undefined;
		rest = rest.slice(end).trimStart();
	}
	return rest;
}

/** Where a declaration or a comment ends; 0 if the text begins with neither. */
function endOfProlog(text: string): number | undefined {
	const closing = text.startsWith('<?') ? '?>' : text.startsWith('<!--') ? '-->' : '';
	if (closing === '') return 0;
	const at = text.indexOf(closing);
	return at === -1 ? undefined : at + closing.length;
}
