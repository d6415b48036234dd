import axios, { isAxiosError } from 'axios';
import type { HeaderRecord } from './callbackHeaders.mts';

/** One HTTP request to a receiver; a body of text is sent as it is, any other as JSON. */
export type Callback = {
	readonly url: string;
	readonly headers: HeaderRecord;
	readonly body: unknown;
};

/** How a receiver answered, or why there is no answer. */
export type PostResult = { readonly status: number } | { readonly cause: string };

const MAX_RESPONSE_BYTES = 2 ** 20;

/**
 * Posts a callback. Redirects are answers and are not followed. When `signal` is aborted, the
 * reason of the abort is the cause.
 */
export async function post(
	{ url, headers, body }: Callback,
	signal: AbortSignal,
): Promise<PostResult> {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	try {
		const { status } = await axios.post(url, Buffer.from(text), {
			// The service's own client names no media types that it would like.
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
