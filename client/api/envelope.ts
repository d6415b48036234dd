import { AiAppError, executionCanceled } from '../errors/AiAppError';
import { isSuccessCode, kindOfCode, kindOfRefusal } from '../errors/serviceCodes';
import { kindOf, type ErrorKind } from '../errors/kinds';
import { excessOfText } from '../parsing/bounds';
import { isRecord, parseJson, textOf } from '../parsing/scalars';
import { type HttpResponse, type HttpFailure, isResponse } from '../ports';
import { excerpt, excerptOfHtml, say } from '../parsing/say';
import { isContentRejection, reasonIn } from './reason';
import { requestIdIn } from './requestId';
import { retryAfterMs } from '../parsing/retryAfter';

export type Reading = {
	/** The kind of error if the service doesn't find what the call is about. */
	readonly notFound?: ErrorKind | undefined;
	readonly appId?: number | undefined;
};

type Envelope = { readonly code: unknown; readonly data?: unknown };

/** Many servers answer any request with JSON, but only the service uses this envelope. */
export function isEnvelope(body: unknown): body is Envelope {
	return isRecord(body) && 'code' in body;
}

/** The `data` of the envelope, or the whole body if the service sends no envelope (create). */
export function payloadOf(body: unknown): unknown {
	return isEnvelope(body) ? body.data : body;
}

export function isEmptySuccess(answer: HttpResponse | HttpFailure): boolean {
	return isResponse(answer) && answer.status < 300 && answer.body.trim() === '';
}

/**
 * The body of an answer that is a success. Codes may be numbers or strings, and a 200 may carry a
 * refusal.
 * @throws AiAppError for everything that is not a success (spec: Response envelope, Errors)
 */
export function readBody(answer: HttpResponse | HttpFailure, reading: Reading = {}): unknown {
	if (!isResponse(answer)) throw noAnswerError(answer);
	const excess = excessOfText(answer.body);
	const body = excess === undefined ? parseJson(answer.body) : undefined;
	const code = isEnvelope(body) ? codeText(body.code) : undefined;
	const refusedByCode = code !== undefined && !isSuccessCode(code);
	if (answer.status >= 300 || refusedByCode) throw refusal(answer, body, code, reading);
	if (excess !== undefined)
		throw new AiAppError('unexpected_response', say`The response ${excess}`, {
			httpStatus: answer.status,
			outOfBounds: true,
		});
	if (body === undefined) throw notTheService(answer);
	return body;
}

/** Statuses by which gateways tell that an answer took too long. */
const TIMEOUTS = new Set([408, 504, 524]);

function refusal(
	answer: HttpResponse,
	body: unknown,
	code: string | undefined,
	{ notFound = 'unexpected_response', appId }: Reading,
): AiAppError {
	const details = {
		code,
		httpStatus: answer.status,
		timedOut: TIMEOUTS.has(answer.status),
		retryAfterMs: retryAfterMs(answer.headers['retry-after']),
	};
	if (answer.status >= 300 && answer.status < 400) return redirected(answer);
	// A firewall on the way answers with a page; the service itself refuses in JSON.
	const isPage = answer.status === 403 && !isRecord(body);
	const text = excerpt(serviceText(body, answer)).replace(/[.。]$/, '');
	const byCode = isPage ? 'unexpected_response' : kindOfAnswer(answer.status, code, text);
	const kind = byCode === 'not_found' ? notFound : byCode;
	const why = detailsOf(body, text, code, answer.status);
	if (kind === 'unexpected_response' && code !== undefined && !kindOfCode(code))
		return new AiAppError(kind, say`${REFUSED} (${why})`, {
			...details,
			reason: 'unknownCode',
		});
	const isUnknownApp = kind === 'app_not_found' && appId !== undefined;
	const headline = isUnknownApp
		? say`App ${appId} was not found or is not accessible`
		: (kindOf(kind).title ?? REFUSED);
	return new AiAppError(kind, say`${headline} (${why})`, details);
}

/** The ID in a refusal may be a gateway's own: it's shown, but never used as the ID of a task. */
function detailsOf(
	body: unknown,
	text: string,
	code: string | undefined,
	httpStatus: number,
): string[] {
	const id = requestIdIn(body);
	const words = text && say`${{ foreign: text }}`;
	const parts = [words, code && `code ${code}`, `HTTP ${httpStatus}`, id && `request ID ${id}`];
	return parts.filter((each): each is string => Boolean(each));
}

/** Content checks answer with HTTP 422, and so do checks of values: the text says which it was. */
function kindOfAnswer(httpStatus: number, code: string | undefined, text: string) {
	const kind = kindOfRefusal(httpStatus, code);
	if (httpStatus !== 422 || kindOfCode(code)) return kind;
	return text === '' || isContentRejection(text) ? kind : 'input';
}

const REFUSED = 'The service refused the request';

function redirected(answer: HttpResponse): AiAppError {
	return new AiAppError(
		'unexpected_response',
		say`The service's URL redirects to another one (HTTP ${answer.status})`,
		{ httpStatus: answer.status, reason: 'redirect' },
	);
}

/** A broken record is not quoted: it may be one with credentials. */
function notTheService({ status, body }: HttpResponse): AiAppError {
	const start = excerptOfHtml(body);
	const isBroken = /^\s*[[{"]/.test(body);
	const what = isBroken ? "it's incomplete or damaged" : start ? `"${start}"` : "it's empty";
	const { title } = kindOf('unexpected_response');
	return new AiAppError('unexpected_response', say`${title}: ${what}`, { httpStatus: status });
}

const WITHOUT_ANSWER = {
	notSent: ['unreachable', "The service couldn't be reached"],
	tooLarge: ['unexpected_response', 'The response is too large'],
	lost: ['no_response', "The service didn't respond"],
	timeout: ['no_response', "The service didn't respond"],
} as const;

/**
 * The error of a request without an answer. Only one of kind `unreachable` certainly wasn't
 * executed.
 */
export function noAnswerError({ noAnswer, reason }: HttpFailure): AiAppError {
	if (noAnswer === 'aborted') return executionCanceled();
	const [kind, what] = WITHOUT_ANSWER[noAnswer];
	return new AiAppError(kind, say`${what} (${reason})`, { timedOut: noAnswer === 'timeout' });
}

/** Codes are numbers or strings. Anything else is shown as JSON and isn't a success. */
function codeText(code: unknown): string {
	return excerpt(typeof code === 'string' ? code : JSON.stringify(code));
}

/**
 * What the service says: not an HTML page, which isn't its own, nor a damaged record, which may
 * contain credentials.
 */
function serviceText(body: unknown, answer: HttpResponse): string {
	if (typeof body === 'string') return body;
	if (isRecord(body)) return textOf(body.message) ?? reasonIn(body) ?? '';
	return /^\s*[[{"<]/.test(answer.body) ? '' : answer.body;
}
