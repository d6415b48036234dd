import { createHash, timingSafeEqual, createHmac } from 'node:crypto';
import { parseHttpUrl, withoutSlashes } from '../parsing/urls';

export type TokenRules = {
	readonly token: string;
	/**
	 * Origins of this n8n instance. Any workflow may listen there, so each URL gets a token of its
	 * own.
	 */
	readonly ownOrigins: readonly string[];
	/**
	 * URLs that may get the token itself, as may all URLs below them. Separated by commas or
	 * spaces.
	 */
	readonly allowedUrls: string;
};

/**
 * The token to send to a URL. A URL of this n8n instance gets a token that is bound to it. An
 * allowed URL gets the token itself. Undefined for any other URL.
 */
export function tokenFor(url: string, rules: TokenRules): string | undefined {
	const address = parseHttpUrl(url);
	if (!address) return undefined;
	if (rules.ownOrigins.includes(address.origin)) return boundToken(rules.token, url);
	const prefixes = rules.allowedUrls.split(/[\s,]+/);
	return prefixes.some((prefix) => isBelow(address, prefix)) ? rules.token : undefined;
}

/**
 * A token that is valid for one URL only: its receiver can't use it for another. Query, fragment
 * and a slash at the end make no difference.
 */
export function boundToken(token: string, url: string): string | undefined {
	const address = parseHttpUrl(url);
	if (!address) return undefined;
	const normalized = `${address.origin}${withoutSlashes(address.pathname)}`;
	return createHmac('sha256', token).update(normalized).digest('hex');
}

/** Compares the origin and whole segments of the path, as the URL parser reads them. */
function isBelow({ origin, pathname }: URL, prefix: string): boolean {
	const allowed = parseHttpUrl(prefix);
	if (allowed?.origin !== origin) return false;
	return `${pathname}/`.startsWith(`${withoutSlashes(allowed.pathname)}/`);
}

/**
 * Whether two secrets are equal. The time that this takes reveals nothing about them, because it
 * compares hashes of equal length.
 */
export function isSameToken(token: string, expected: string): boolean {
	return timingSafeEqual(digest(token), digest(expected));
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

/** The token of an Authorization value: what follows "Bearer", or the whole. */
export function bearerToken(value: string | undefined): string | undefined {
	const text = value?.trim();
	return text ? text.replace(/^Bearer\s+/i, '') : undefined;
}
