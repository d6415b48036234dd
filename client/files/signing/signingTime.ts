/** `20130524T000000Z`, the time of both V4 schemes. */
export function compactTime(ms: number): string {
	return new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** `20130524`, the day that a signing key of both V4 schemes is good for. */
export function compactDay(ms: number): string {
	return compactTime(ms).slice(0, 8);
}

/** `Fri, 24 May 2013 00:00:00 GMT` (RFC 9110, IMF-fixdate). */
export function httpDate(ms: number): string {
	return new Date(ms).toUTCString();
}
