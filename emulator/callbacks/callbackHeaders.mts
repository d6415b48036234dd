export type HeaderRecord = Readonly<Record<string, string>>;

/**
 * The headers of a callback, from the task headers of the create request (names in lower case). The
 * token is sent under both names that the specification allows (spec: events).
 */
export function callbackHeaders(taskHeaders: HeaderRecord, prefix: string): HeaderRecord {
	const authorization = taskHeaders[`${prefix}authorization`];
	const forwarded = Object.entries(taskHeaders).map(([name, value]) => [
		canonicalName(name),
		value,
	]);
	return {
		'User-Agent': 'Go-http-client/1.1',
		'Content-Type': 'application/json',
		'Accept-Encoding': 'gzip',
		...(authorization !== undefined && { Authorization: authorization }),
		...Object.fromEntries(forwarded),
	};
}

/** A header name as Go writes it, e.g. `X-Service-Task-Webhook-Url`. */
function canonicalName(name: string): string {
	return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
