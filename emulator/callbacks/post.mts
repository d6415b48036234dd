import axios, { isAxiosError } from 'axios';
import type { HeaderRecord } from './callbackHeaders.mts';

/** A callback request; a string body is sent as it is, any other as JSON. */
export type Callback = {
	readonly url: string;
	readonly headers: HeaderRecord;
	readonly body: unknown;
};

export type PostResult = { readonly status: number } | { readonly cause: string };

const MAX_RESPONSE_BYTES = 2 ** 20;

/**
 * Posts a callback without following redirects. When `signal` is aborted, the cause is the reason
 * of the abort.
 */
export async function post(
	{ url, headers, body }: Callback,
	signal: AbortSignal,
): Promise<PostResult> {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	try {
		const { status } = await axios.post(url, Buffer.from(text), {
			// The service's own client sends no Accept header.
			headers: { Accept: false, ...headers },
			maxContentLength: MAX_RESPONSE_BYTES,
			maxRedirects: 0,
			proxy: false,
			responseType: 'arraybuffer',
			signal,
			validateStatus: () => true,
		});
		return { status };
	} catch (error) {
		if (signal.aborted) return { cause: String(signal.reason) };
		return { cause: (isAxiosError(error) && error.code) || String(error) };
	}
}
