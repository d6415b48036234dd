import type { Callback, HeaderRecord } from './deliveryLog.mts';

/** A callback that no task triggered. Missing members are taken from the task's real callback. */
export type Forgery = {
	/** The task whose callback is copied; it must have been created in webhook mode. */
	readonly requestId?: string;
	readonly url?: string;
	/** Replaces the token under both names, e.g. `Bearer wrong`; null removes it. */
	readonly authorization?: string | null;
	/** Added to the other headers or replacing them. */
	readonly headers?: HeaderRecord;
	/** A string is sent as it is, anything else as JSON. */
	readonly body?: unknown;
};

/** Returns undefined when there is no URL to send it to. */
export function forgedCallback(
	{ url, authorization, headers, body }: Forgery,
	original: Callback | undefined,
	prefix: string,
): Callback | undefined {
	const address = url ?? original?.url;
	if (address === undefined) return undefined;
	const originalHeaders = original?.headers ?? callbackHeaders({}, prefix);
	return {
		url: address,
		headers: { ...withToken(originalHeaders, authorization, prefix), ...headers },
		body: body ?? original?.body ?? {},
	};
}

function withToken(
	headers: HeaderRecord,
	token: Forgery['authorization'],
	prefix: string,
): HeaderRecord {
	if (token === undefined) return headers;
	const names = ['authorization', `${prefix}authorization`];
	const others = Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase()));
	const own = token === null ? {} : { [`${prefix}authorization`]: token };
	return { ...Object.fromEntries(others), ...callbackHeaders(own, prefix) };
}

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
