import { canonicalHeaders, type Headers } from './canonicalHeaders';
import { UNSIGNED_PAYLOAD } from './put';

export type RequestToSign = {
	readonly method: string;
	/** As in the request line, escaped. */
	readonly path: string;
	/** Those that are signed. */
	readonly headers: Headers;
	/** Names of signed headers that the storage could not know of by itself, joined by `;`. */
	readonly named: string;
	/** SHA-256 of the body, or the word for "not signed". */
	readonly payload?: string;
};

/** The request as one text, the same for both V4 schemes. Requests with a query are not signed here. */
export function canonicalRequest(request: RequestToSign): string {
	const { method, path, headers, named, payload = UNSIGNED_PAYLOAD } = request;
	const lines = [...canonicalHeaders(headers)].map(([name, value]) => `${name}:${value}\n`);
	return [method, path, '', lines.join(''), named, payload].join('\n');
}
