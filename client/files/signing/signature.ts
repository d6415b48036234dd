import { createHmac } from 'node:crypto';
import type { Dialect } from './dialects';
import { compactDay } from './signingTime';

/** The key for one day, region and service, made of the secret in four steps. */
export function signingKey(dialect: Dialect, secret: string, region: string, now: number): Buffer {
	const day = hmac(Buffer.from(`${dialect.keyPrefix}${secret}`), compactDay(now));
	return [region, dialect.service, dialect.terminator].reduce(hmac, day);
}

/** Hexadecimal. */
export function signature(key: Buffer, stringToSign: string): string {
	return hmac(key, stringToSign).toString('hex');
}

function hmac(key: Buffer, text: string): Buffer {
	return createHmac('sha256', key).update(text).digest();
}
