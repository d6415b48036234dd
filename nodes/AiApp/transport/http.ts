import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import type {
	ByteStream,
	HttpFailure,
	FilePut,
	FileRequest,
	Http,
	HttpResponse,
	HttpFile,
	ServiceRequest,
} from '../../../client/index';
import { noAnswerFrom } from './networkErrors';
import { anyOf, withSignal } from './signals';
import { CREDENTIAL } from './credential';

export type RequestFunctions = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions;

const MAX_STORAGE_BYTES = 1024 ** 2;
/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Some gateways reject calls without a user agent. */
export const USER_AGENT = 'n8n-nodes-ai-app-tasks';

/** The result of n8n's helpers for a full response as a stream. */
export type StreamedResponse = {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: ByteStream & { destroy: () => void };
};

/**
 * HTTP over n8n's helpers, with its proxies and its SSRF protection. Calls of the service carry the
 * credential and go to `hosts` (host with port) only.
 */
export function createHttp(ctx: RequestFunctions, hosts: readonly string[]): Http {
	return {
		call: (request) => callService(ctx, hosts, request),
		open: (request) => openFile(ctx, request),
		put: (request) => putFile(ctx, request),
	};
}

async function callService(
	ctx: RequestFunctions,
	hosts: readonly string[],
	request: ServiceRequest,
): Promise<HttpResponse | HttpFailure> {
	const url = new URL(request.url);
	if (!hosts.includes(url.host))
		return { noAnswer: 'notSent', reason: 'host is not in the credential' };
	let timeout: AbortSignal | undefined;
	try {
		timeout = timeoutOf(request);
		const self = withSignal(ctx, anyOf(request.signal, timeout));
		const response: StreamedResponse = await self.helpers.httpRequestWithAuthentication.call(
			self,
			CREDENTIAL,
			{
				...streamed(withJson(request)),
				method: request.method,
				// As text: n8n's HTTP library leaves members such as `constructor` out of an object.
				...(request.body && { body: JSON.stringify(request.body) }),
				allowedDomains: url.hostname,
			},
		);
		const body = await textOf(response.body, request.maxBytes);
		if (body === undefined) return tooLarge(request.maxBytes);
		return { status: response.statusCode, headers: normalizeHeaders(response.headers), body };
	} catch (error) {
		return noAnswerFrom(error, request.signal, timeout);
	}
}

function withJson(request: ServiceRequest): ServiceRequest {
	if (!request.body) return request;
	return { ...request, headers: { 'Content-Type': 'application/json', ...request.headers } };
}

/** Reads no credentials, so that a file host cannot be sent any. */
async function openFile(
	ctx: RequestFunctions,
	request: FileRequest,
): Promise<HttpFile | HttpFailure> {
	let timeout: AbortSignal | undefined;
	try {
		timeout = timeoutOf(request);
		const sent = { ...streamed(request), abortSignal: anyOf(request.signal, timeout) };
		const response: StreamedResponse = await ctx.helpers.httpRequest({ ...sent, method: 'GET' });
		const { statusCode: status, headers, body: stream } = response;
		return { status, headers: normalizeHeaders(headers), stream, discard: () => stream.destroy() };
	} catch (error) {
		return noAnswerFrom(error, request.signal, timeout);
	}
}

/** Reads no credentials, so that a storage gets only those that signed the headers. */
async function putFile(
	ctx: RequestFunctions,
	request: FilePut,
): Promise<HttpResponse | HttpFailure> {
	let timeout: AbortSignal | undefined;
	try {
		timeout = timeoutOf(request);
		const response: StreamedResponse = await ctx.helpers.httpRequest({
			// A connection whose body broke off must not be used again.
			...streamed({ ...request, headers: { ...request.headers, Connection: 'close' } }),
			method: 'PUT',
			body: streamedBlob(request.body, request.contentLength, request.headers['Content-Type']),
			abortSignal: anyOf(request.signal, timeout),
		});
		const text = await textOf(response.body, MAX_STORAGE_BYTES);
		if (text === undefined) return tooLarge(MAX_STORAGE_BYTES);
		return { status: response.statusCode, headers: normalizeHeaders(response.headers), body: text };
	} catch (error) {
		return noAnswerFrom(error, request.signal, timeout);
	}
}

type CommonOptions = Pick<ServiceRequest, 'url' | 'headers' | 'timeoutMs'> & {
	readonly idleMs?: number;
};

/** Every status is a response, no redirect is followed, and bodies are read with our own limits. */
function streamed({
	url,
	headers,
	timeoutMs,
	idleMs = timeoutMs,
}: CommonOptions): IHttpRequestOptions {
	return {
		url,
		headers: { 'User-Agent': USER_AGENT, ...headers },
		// For an idle socket, until there is a response; n8n's own limit is five minutes.
		timeout: Math.min(idleMs, MAX_TIMER_MS),
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/** Covers the body as well, which the timeout of n8n's helper does not. */
function timeoutOf({ timeoutMs }: Pick<ServiceRequest, 'timeoutMs'>): AbortSignal {
	return AbortSignal.timeout(Math.min(timeoutMs, MAX_TIMER_MS));
}

/**
 * A stream in a form that n8n's HTTP library accepts with its length and without node:stream: that of
 * a Blob, whose bytes are read once.
 */
function streamedBlob(stream: ByteStream, size: number, type = ''): object {
	return { [Symbol.toStringTag]: 'Blob', size, type, stream: () => stream };
}

/** The text of a body, or undefined if it's longer than allowed; then the rest isn't read. */
export async function textOf(stream: ByteStream, maxBytes: number): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of stream) {
		size += chunk.length;
		// Leaving the loop destroys the stream and with it the connection.
		if (size > maxBytes) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

export function tooLarge(maxBytes: number): HttpFailure {
	return { noAnswer: 'tooLarge', reason: `more than ${maxBytes / 1024 ** 2} MB` };
}

/** Headers with names in lower case, as plain texts. */
export function normalizeHeaders(
	headers: Readonly<Record<string, unknown>>,
): Record<string, string> {
	const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
