import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether two secrets are equal, in a time that tells nothing of where they differ. Hashes have one
 * length, so not even the length is told.
 */
export function isSameToken(given: string, expected: string): boolean {
	return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

/** The token of an Authorization value: what follows "Bearer", or the whole. */
export function bearerToken(value: string | undefined): string | undefined {
	const text = value?.trim();
	return text ? text.replace(/^Bearer\s+/i, '') : undefined;
}
