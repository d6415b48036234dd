import { createHash } from 'node:crypto';
import type { Dialect } from './dialects';
import { compactDay, compactTime } from './signingTime';

/** What a signature is good for: one day, one region, one service. */
export function credentialScope(dialect: Dialect, region: string, now: number): string {
	return [compactDay(now), region, dialect.service, dialect.terminator].join('/');
}

/** The text that both V4 schemes sign. */
export function stringToSign(
	dialect: Dialect,
	region: string,
	now: number,
	canonicalRequest: string,
): string {
	const digest = createHash('sha256').update(canonicalRequest).digest('hex');
	return [dialect.algorithm, compactTime(now), credentialScope(dialect, region, now), digest].join(
		'\n',
	);
}
