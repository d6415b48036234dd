import { contentOfExtension, contentOfType, type Content } from './contents';
import { contentOfBytes, isBinary } from './firstBytes';
import { essenceOf, extensionOfMime, isKnownExtension } from './mimeTypes';

/**
 * The name of an output file: `<request_id>_<n><ext>`, n counted from 1 over all outputs of the
 * task. Characters that mean something to file systems or headers cannot pass.
 */
export function outputFileName(requestId: string, n: number, ext: string | undefined): string {
	const id = requestId.replace(/[^A-Za-z0-9._-]/g, '_');
	return `${notHidden(id)}_${n}${ext ?? ''}`;
}

function notHidden(name: string): string {
	return name.replace(/^\.+/, '_');
}

/** File systems take 255 bytes; the rest is for the number, the extension and what others add. */
const MAX_BYTES = 140;
/** Only this many characters are scanned: an expression may return megabytes. */
const SCANNED_LENGTH = 1_000;

/** Invisible characters, among them marks that turn the direction of what follows. */
const INVISIBLE = /\p{Cf}/gu;
/** Letters and digits of any script, emoji, spaces and `._-()` mean nothing to file systems and headers. */
const UNSAFE = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{RI} ._()-]+/gu;
const MEANINGFUL = /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u;
const EXTENSION = /\.[a-z0-9]{1,20}$/i;

/**
 * The name that the user gives to an output file, which may contain any text of another service.
 * The file's own extension replaces a typed one.
 * @param n counted from 0 over the usable outputs of the task; the first name has no number
 * @param ownName as `outputFileName` returns it; used if nothing else is left
 * @param variation the number of the item's variation, from 1; undefined if it has only one
 */
export function userFileName(name: string, n: number, ownName: string, variation?: number): string {
	const text = name.slice(0, SCANNED_LENGTH).trim();
	const own = EXTENSION.exec(ownName)?.[0];
	const typed = EXTENSION.exec(text)?.[0].toLowerCase() ?? '';
	const isTyped = typed === own || isKnownExtension(typed);
	const base = safeName(isTyped ? text.slice(0, -typed.length) : text);
	if (!MEANINGFUL.test(base)) return ownName;
	const numbers = `${variation === undefined ? '' : `-${variation}`}${n === 0 ? '' : `_${n}`}`;
	return `${base}${numbers}${own ?? (isTyped ? typed : '')}`;
}

function safeName(text: string): string {
	const safe = text.replace(INVISIBLE, '').trim().replace(UNSAFE, '_');
	return withinBytes(notHidden(safe)).replace(/(?<![ .])[ .]+$/, '');
}

/**
 * The beginning of a text, up to `MAX_BYTES`. If a character would be cut in two, it's left out.
 */
function withinBytes(text: string): string {
	return Buffer.from(text)
		.subarray(0, MAX_BYTES)
		.toString()
		.replace(/\ufffd$/, '');
}

/**
 * A file's name without folders and control characters. Of a long one, only both ends are kept: an
 * expression may return megabytes.
 */
export function plainFileName(path: string): string {
	const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
	const ends = name.slice(0, SCANNED_LENGTH) + name.slice(SCANNED_LENGTH).slice(-SCANNED_LENGTH);
	return ends.replace(/\p{Cc}/gu, '').trim();
}

/** Digits alone are the end of a version, date or time rather than an extension. */
const ENDING = /\.(?=[0-9]*[a-z])[a-z0-9]{1,20}$/i;

/** What may be an extension, with the leading dot, as written. */
export function extensionOf(name: string): string | undefined {
	return ENDING.exec(name)?.[0];
}

/** What names a file: a `FileSource`, or what is known of one. */
type FileToName = {
	readonly name: string;
	readonly mimeType: string;
	readonly begin?: Uint8Array;
};

const NOTHING = new Uint8Array();

/**
 * Types that say nothing about a file. n8n and servers give the first two and `text/plain` to files
 * that they don't know, and n8n gives `model/vnd.mts` to the films of camcorders (.mts).
 */
const GUESSES = /^(?:(?:application|binary)\/octet-stream|model\/vnd\.mts|text\/plain)$/;

/**
 * The type that somebody wrote for a file; empty if it's a guess. `text/plain` is one unless the
 * file has no extension, and its bytes can be text.
 */
export function writtenType({ begin = NOTHING, mimeType, name }: FileToName): string {
	const type = essenceOf(mimeType);
	const isNameless = extensionOf(plainFileName(name)) === undefined;
	const isText = type === 'text/plain' && isNameless && !isBinary(begin);
	return GUESSES.test(type) && !isText ? '' : type;
}

/** Formats that begin like another one: an archive, a PDF document or a photo is inside. */
export const PACKED = /^\.(?:ai|eps|kra|mjpe?g|ora|svgz)$/;

/** Extensions that programs give to files of any kind. */
const UNNAMED = /^\.(?:aspx|bin|cgi|dat|download|file|jsp|php|tmp)$/;

/**
 * A file's name with an extension, from which the service derives its type. An extension that fits the
 * first bytes stays. Any other, as in `photo.final` or `photo.php`, is followed by that of the bytes or,
 * if they say nothing, by that of the type.
 * @returns undefined if there is none
 */
export function withExtension(file: FileToName): string | undefined {
	const name = plainFileName(file.name);
	const ending = extensionOf(name);
	const found = contentOfBytes(file.begin ?? NOTHING);
	const type = writtenType(file);
	const added = addedExtension(type, found);
	const isFitting = ending !== undefined && fitsBytes(ending.toLowerCase(), type, found);
	if (added !== undefined && !isFitting) return `${baseOf(name, '')}${added}`;
	return ending && `${baseOf(name, ending)}${ending}`;
}

function fitsBytes(extension: string, type: string, found: Content | undefined): boolean {
	if (PACKED.test(extension)) return true;
	if (isKnownExtension(extension))
		return !found?.media.length || areOneKind(found, contentOfExtension(extension));
	if (!found || extensionOfMime(type) !== undefined) return false;
	const isOther = found.isShared && !(found.media.length > 0 && UNNAMED.test(extension));
	return isOther === true || areOneKind(found, contentOfType(type));
}

/**
 * The extension that the bytes of a file imply, or else its type. If the bytes fit several kinds of
 * files, and its type is one of these, that type decides.
 */
function addedExtension(type: string, found: Content | undefined): string | undefined {
	const implied = extensionOfMime(type);
	const isVague = found?.isOpen === true || found?.isShared === true;
	const isOfType = isVague && areOneKind(found, contentOfType(type));
	return isOfType ? (implied ?? found.extension) : (found?.extension ?? implied);
}

/** Audio and video share containers, so they count as one kind. */
function areOneKind({ media }: Content, other: Content | undefined): boolean {
	const [medium] = other?.media ?? [];
	if (medium === 'image') return media.includes(medium);
	if (medium !== undefined) return media.some((each) => each !== 'image');
	return other !== undefined && media.length === 0;
}

function baseOf(name: string, extension: string): string {
	const base = withinBytes(name.slice(0, name.length - extension.length));
	return base.replace(/(?<!\.)\.+$/, '') || 'file';
}
