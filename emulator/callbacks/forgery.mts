import { callbackHeaders, type HeaderRecord } from './callbackHeaders.mts';
import type { Callback } from './post.mts';

/** A callback that no task asked for. What is left out is that of the true callback. */
export type Forgery = {
	/** The task, created in webhook mode, whose callback is the model. */
	readonly requestId?: string;
	readonly url?: string;
	/** The token under both of its names, e.g. `Bearer wrong`; null for none. */
	readonly authorization?: string | null;
	/** Headers beside the others, or in place of them. */
	readonly headers?: HeaderRecord;
	/** A text is sent as it is, anything else as JSON. */
	readonly body?: unknown;
};

/** Makes the callback up; undefined without an address. */
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
