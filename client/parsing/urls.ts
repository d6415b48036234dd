import { settleSync } from '../settle';

/** Servers refuse longer URLs. */
const MAX_ADDRESS = 16_384;
/**
 * A URL up to the end of its host. Names have 253 characters at most, and long ones of other scripts take
 * the parser long.
 */
const UP_TO_HOST = /^https?:[\\/\s]*(?![\\/\s])[^\\/?#]{0,1000}(?:[\\/?#]|$)/i;

/** A URL. Undefined if there's no text, if it isn't one, or is neither http nor https. */
export function parseHttpUrl(text = ''): URL | undefined {
	const address = text.trim();
	// Most texts aren't URLs, and creating an error for each of ten thousand items takes long.
	if (address.length > MAX_ADDRESS || !UP_TO_HOST.test(address)) return undefined;
	const url = settleSync(() => new URL(address));
	// The parser makes a host name in another script several times longer: too long to parse again.
	return url.ok && url.value.href.length <= MAX_ADDRESS ? url.value : undefined;
}

/**
 * A URL as a user pastes it (trailing slash, `/v1` at the end, spaces) in the form that paths
 * are appended to: `https://host[:port][/prefix]`. Undefined if it isn't an http(s) URL.
 */
export function normalizedAddress(text: string): string | undefined {
	const url = parseHttpUrl(text);
	if (!url || url.username || url.password) return undefined;
	const prefix = withoutSlashes(withoutSlashes(url.pathname).replace(/\/v1$/, ''));
	return `${url.origin}${prefix}`;
}

/**
 * A path without slashes at its end. The pattern looks behind, so that in many slashes it's tried
 * only once.
 */
export function withoutSlashes(path: string): string {
	return path.replace(/(?<!\/)\/+$/, '');
}
