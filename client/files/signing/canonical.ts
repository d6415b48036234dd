import { UNSIGNED_PAYLOAD } from './types';

export type HeaderMap = Readonly<Record<string, string>>;

/** Names in lower case and values trimmed, in the order of the names: the form that is signed. */
export function canonicalHeaders(headers: HeaderMap): ReadonlyMap<string, string> {
	const entries = Object.entries(headers).map(
		([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')] as const,
	);
	return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export type RequestToSign = {
	readonly method: string;
	/** As in the request line, escaped. */
	readonly path: string;
	/** Those that are signed. */
	readonly headers: HeaderMap;
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
