import { settleSync } from '../settle';
import { plainFileName } from './fileNames';
import { parseHttpUrl } from './urls';

/** A longer header isn't a file name. */
const MAX_HEADER = 2_000;

/** The name that a host gives to a file in `Content-Disposition` (RFC 6266), as people read it. */
export function sentFileName(headers: Readonly<Record<string, string>>): string | undefined {
	const sent = headers['content-disposition'] ?? '';
	if (sent.length > MAX_HEADER) return undefined;
	const name = extendedName(sent) ?? quotedName(sent) ?? bareName(sent);
	return name === undefined ? undefined : plainFileName(readable(asUtf8(name))) || undefined;
}

/** RFC 8187: `filename*=UTF-8''%E5%9B%BE.png`. */
function extendedName(sent: string): string | undefined {
	const encoded = /;\s*filename\*\s*=\s*"?utf-8'[^';]*'([^\s;"]+)/i.exec(sent)?.[1];
	return encoded === undefined ? undefined : decoded(encoded);
}

function quotedName(sent: string): string | undefined {
	const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(sent)?.[1];
	return quoted?.replace(/\\(["\\])/g, '$1');
}

/** Hosts forget the quotes, also around a name with blanks. */
function bareName(sent: string): string | undefined {
	return /;\s*filename\s*=([^;"]+)/i.exec(sent)?.[1]?.trim();
}

/** Each character of a header stands for one byte, and many hosts send UTF-8. */
function asUtf8(name: string): string {
	const isBytes = [...name].every((character) => character <= '\xff');
	if (!isBytes) return name;
	const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
	return decoded([...name].map((character) => `%${hex(character)}`).join('')) ?? name;
}

/** The last part of a URL's path, as people read it. */
export function fileNameInUrl(url: string): string {
	const { pathname = '' } = parseHttpUrl(url) ?? {};
	return plainFileName(readable(pathname.split('/').at(-1) ?? '')) || 'file';
}

/** Some hosts send names as they stand in URLs. */
function readable(name: string): string {
	return decoded(name) ?? name;
}

function decoded(text: string): string | undefined {
	const read = settleSync(() => decodeURIComponent(text));
	return read.ok ? read.value : undefined;
}
