import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
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
import { refusedHost } from './keyHosts';
import { noAnswerFrom } from './networkErrors';
import { anyOf, withSignal } from '../time/signals';
import { CREDENTIAL } from './credential';

export type RequestFunctions = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions;

const MAX_STORAGE_BYTES = 1024 ** 2;
/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Some gateways reject calls without a user agent. */
export const USER_AGENT = 'n8n-nodes-ai-app-tasks';

export type StreamedResponse = {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: ByteStream & { destroy: () => void };
};

/**
 * HTTP over n8n's helpers, with its proxies and its SSRF protection. Calls of the service carry the
 * credential and go to `hosts` (host with port) only.
 */
export function createHttp(
	ctx: RequestFunctions,
	credential: ICredentialDataDecryptedObject,
	hosts: readonly string[],
): Http {
	// The credential is passed along, because n8n would otherwise read it for each call.
	const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data: credential };
	return {
		call: (request) =>
			answered(
				request,
				async (signal) =>
					refusedHost(request.url, hosts) ??
					callService(ctx, { credentialsDecrypted }, request, signal),
			),
		open: (request) => answered(request, (signal) => openFile(ctx, request, signal)),
		put: (request) => answered(request, (signal) => putFile(ctx, request, signal)),
	};
}

/** Sends a request within its time limit, which covers the body, unlike that of n8n's helper. */
async function answered<Answer>(
	{ signal, timeoutMs }: Pick<ServiceRequest, 'signal' | 'timeoutMs'>,
	send: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | HttpFailure> {
	// A part of a minute may be no whole number of milliseconds, which a timer must have.
	const timeout = AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, MAX_TIMER_MS)));
	try {
		return await send(anyOf(signal, timeout));
	} catch (error) {
		return noAnswerFrom(error, signal, timeout);
	}
}

async function callService(
	ctx: RequestFunctions,
	authentication: IAdditionalCredentialOptions,
	request: ServiceRequest,
	signal: AbortSignal,
): Promise<HttpResponse | HttpFailure> {
	const self = withSignal(ctx, signal);
	const type = request.body && { 'Content-Type': 'application/json' };
	const response: StreamedResponse = await self.helpers.httpRequestWithAuthentication.call(
		self,
		CREDENTIAL,
		{
			...asStream({ ...request, headers: { ...type, ...request.headers } }),
			method: request.method,
			// As text: n8n's HTTP library leaves members such as `constructor` out of an object.
			body: request.body,
			allowedDomains: new URL(request.url).hostname,
		},
		authentication,
	);
	return readResponse(response, request.maxBytes);
}

/** Reads no credentials, so that a file host cannot be sent any. */
async function openFile(
	ctx: RequestFunctions,
	request: FileRequest,
	abortSignal: AbortSignal,
): Promise<HttpFile> {
	const sent = { ...asStream(request), abortSignal };
	const response: StreamedResponse = await ctx.helpers.httpRequest({ ...sent, method: 'GET' });
	const { statusCode: status, headers, body: stream } = response;
	return { status, headers: normalizeHeaders(headers), stream, discard: () => stream.destroy() };
}

/** Reads no credentials, so that a storage gets nothing but the signed headers. */
async function putFile(
	ctx: RequestFunctions,
	request: FilePut,
	abortSignal: AbortSignal,
): Promise<HttpResponse | HttpFailure> {
	const response: StreamedResponse = await ctx.helpers.httpRequest({
		// A connection whose body broke off must not be used again.
		...asStream({ ...request, headers: { ...request.headers, Connection: 'close' } }),
		method: 'PUT',
		body: streamedBlob(request.body, request.contentLength, request.headers['Content-Type']),
		abortSignal,
	});
	return readResponse(response, MAX_STORAGE_BYTES);
}

type CommonOptions = Pick<ServiceRequest, 'url' | 'headers' | 'timeoutMs'> & {
	readonly idleMs?: number;
};

/** Every status is a response, no redirect is followed, and bodies are read with our own limits. */
function asStream({
	url,
	headers,
	timeoutMs,
	idleMs = timeoutMs,
}: CommonOptions): IHttpRequestOptions {
	return {
		url,
		headers: { 'User-Agent': USER_AGENT, ...headers },
		// How long the socket may be idle before the response begins; n8n's limit is five minutes.
		timeout: Math.min(idleMs, MAX_TIMER_MS),
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/**
 * Makes a stream look like a Blob, whose bytes are read once. n8n's HTTP library accepts this with
 * a known length, and node:stream isn't needed.
 */
function streamedBlob(stream: ByteStream, size: number, type = ''): object {
	return { [Symbol.toStringTag]: 'Blob', size, type, stream: () => stream };
}

/** A response with its text. If that is longer than allowed, the rest isn't read. */
export async function readResponse(
	{ statusCode: status, headers, body }: StreamedResponse,
	maxBytes: number,
): Promise<HttpResponse | HttpFailure> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		// Leaving the loop destroys the stream and with it the connection.
		if (size > maxBytes) return { noAnswer: 'tooLarge', reason: `more than ${sizeText(maxBytes)}` };
		chunks.push(chunk);
	}
	const text = Buffer.concat(chunks).toString('utf8');
	return { status, headers: normalizeHeaders(headers), body: text };
}

function sizeText(bytes: number): string {
	return bytes < 1024 ** 2 ? `${bytes / 1024} KB` : `${bytes / 1024 ** 2} MB`;
}

function normalizeHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
	const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
