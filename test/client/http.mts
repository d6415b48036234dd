import { Agent } from 'node:http';
import { Readable } from 'node:stream';
import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { Http, HttpHead, HttpFailure } from '../../client/ports';
import type { VirtualTime } from '../virtualTime.mts';

const MAX_STORAGE_BYTES = 1024 ** 2;
/** Codes of failures that occur before the first byte is sent. */
const NOT_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/;

/** One for all clients, because most tests make a client for each call. */
const http = axios.create({
	maxRedirects: 0,
	proxy: false,
	validateStatus: () => true,
	httpAgent: new Agent({ keepAlive: true }),
});

type Limits = {
	readonly timeoutMs: number;
	readonly idleMs?: number;
	readonly signal?: AbortSignal | undefined;
};

/** The client's Http port over real sockets; its time limits are those of the virtual clock. */
export function createHttp(time: VirtualTime, apiKey: string, maxJsonBytes = Infinity): Http {
	async function send<T>(
		config: AxiosRequestConfig,
		{ timeoutMs, idleMs = timeoutMs, signal }: Limits,
	): Promise<AxiosResponse<T> | HttpFailure> {
		const timeout = new AbortController();
		const callOff = time.clock.at(time.now() + Math.min(idleMs, timeoutMs), () => timeout.abort());
		const either = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
		try {
			return await http.request<T>({ ...config, signal: either });
		} catch (error) {
			if (signal?.aborted) return { noAnswer: 'aborted', reason: 'stopped' };
			if (timeout.signal.aborted) return { noAnswer: 'timeout', reason: 'time limit reached' };
			return noAnswerFrom(error);
		} finally {
			callOff();
		}
	}

	return {
		async call({ method, url, headers, body, maxBytes, ...limits }) {
			const config: AxiosRequestConfig = {
				method,
				url,
				headers: {
					...headers,
					...(body && { 'Content-Type': 'application/json' }),
					Authorization: `Bearer ${apiKey}`,
				},
				data: body,
				responseType: 'text',
				transformResponse: (text: string) => text,
				maxContentLength: Math.min(maxBytes, maxJsonBytes),
			};
			const answer = await send<string>(config, limits);
			return 'noAnswer' in answer ? answer : { ...headOf(answer), body: answer.data };
		},
		async put({ url, headers, body, contentLength, ...limits }) {
			const config: AxiosRequestConfig = {
				method: 'PUT',
				url,
				headers: { ...headers, 'Content-Length': contentLength },
				data: Readable.from(body, { objectMode: false }),
				responseType: 'text',
				transformResponse: (text: string) => text,
				maxBodyLength: Infinity,
				maxContentLength: MAX_STORAGE_BYTES,
			};
			const answer = await send<string>(config, limits);
			return 'noAnswer' in answer ? answer : { ...headOf(answer), body: answer.data };
		},
		async open({ url, headers, ...limits }) {
			const config: AxiosRequestConfig = {
				url,
				headers,
				responseType: 'stream',
				decompress: false,
			};
			const giveUpAt = time.now() + limits.timeoutMs;
			const answer = await send<Readable>(config, limits);
			if ('noAnswer' in answer) return answer;
			const { data: stream } = answer;
			stream.once(
				'close',
				time.clock.at(giveUpAt, () => stream.destroy(new Error('too slow'))),
			);
			return { ...headOf(answer), stream, discard: () => void stream.destroy() };
		},
	};
}

function headOf({ status, headers }: AxiosResponse): HttpHead {
	const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
	return { status, headers: Object.fromEntries(entries.map(([k, v]) => [k, String(v)])) };
}

function noAnswerFrom(error: unknown): HttpFailure {
	const { code = 'ECONNRESET', message } = error as { code?: string; message: string };
	if (message.includes('maxContentLength')) return { noAnswer: 'tooLarge', reason: 'too large' };
	return { noAnswer: NOT_SENT.test(code) ? 'notSent' : 'lost', reason: code };
}
