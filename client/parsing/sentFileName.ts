import { settleSync } from '../settle';
import { plainFileName } from './fileNames';
import { parseHttpUrl } from './urls';

/** A longer header isn't a file name. */
const MAX_HEADER = 2_000;

/** RFC 8187: `filename*=UTF-8''%E5%9B%BE.png`. */
const EXTENDED = /;\s*filename\*\s*=\s*"?utf-8'[^';]*'([^\s;"]+)/i;
/** In quotes, or without: hosts forget them, also around a name with blanks. */
const PLAIN = /;\s*filename\s*=(?:\s*"((?:[^"\\]|\\.)*)"|([^;"]+))/i;

/** The name that a host gives to a file in `Content-Disposition` (RFC 6266), as people read it. */
export function sentFileName(headers: Readonly<Record<string, string>>): string | undefined {
	const sent = headers['content-disposition'] ?? '';
	if (sent.length > MAX_HEADER) return undefined;
	const [, encoded] = EXTENDED.exec(sent) ?? [];
	const [, quoted, bare] = PLAIN.exec(sent) ?? [];
	const plain = quoted?.replace(/\\(["\\])/g, '$1') ?? bare?.trim() ?? '';
	const name = (encoded && decoded(encoded)) ?? plain;
	return plainFileName(readable(asUtf8(name))) || undefined;
}

/** Each character of a header stands for one byte, and many hosts send UTF-8. */
function asUtf8(name: string): string {
	const utf8 = Buffer.from(name, 'latin1').toString();
	return /[^\0-\xff]/.test(name) || utf8.includes('\ufffd') ? name : utf8;
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
