import { createRedactor } from '../parsing/redact';
import { textOf } from '../parsing/scalars';
import { excerpt, say } from '../parsing/say';
import type { BodyState } from './uploadBody';
import { AiAppError, executionCanceled } from '../errors/AiAppError';
import { TRANSFER_HOURS } from '../resilience/timeLimits';
import type { Break } from '../resilience/watchTransfer';
import { isResponse, type HttpResponse, type HttpFailure } from '../ports';

/**
 * Why a storage hasn't stored a file, and whether to retry: once with `fresh` credentials, several
 * times `later`, or never.
 */
export type PutFailure = {
	readonly again: 'fresh' | 'later' | 'never';
	readonly error: AiAppError;
};

const SKEWED = /^(RequestTimeTooSkewed|RequestExpired|RequestNotYetValid)$/;
const WRONG_SIGNATURE = /^(SignatureDoesNotMatch|AuthorizationHeaderMalformed|InvalidArgument)$/;
/** Storages with an S3 API refuse an expired token with HTTP 400. */
const WORN_OUT = /^(ExpiredToken|InvalidToken|TokenRefreshRequired)$/;

export type PutOutcome = {
	readonly answer: HttpResponse | HttpFailure;
	/** Why the transfer was broken off, if it was. */
	readonly brokenBy: Break | undefined;
	readonly body: BodyState;
	readonly size: number;
	/** Never to be quoted. */
	readonly secrets: readonly string[];
};

/** Why a PUT failed; undefined if the storage has the whole file. */
export function classifyPut(put: PutOutcome): PutFailure | undefined {
	const { answer, body, brokenBy, size, secrets } = put;
	if (!brokenBy && 'noAnswer' in answer && answer.noAnswer === 'aborted')
		return {
			again: 'never',
			error: executionCanceled(),
		};
	// The source comes first: it is the cause of whatever the storage says.
	const inSource = sourceFailure(body, size);
	if (inSource) return inSource;
	if (brokenBy) return brokenPut(brokenBy);
	if (!isResponse(answer)) return unanswered(answer);
	if (answer.status < 200 || answer.status >= 300) return refusedPut(answer, secrets);
	if (/^\s*<!?(doctype )?html/i.test(answer.body))
		return later(new AiAppError('upload', 'the storage returned an HTML page'));
	return body === 'complete'
		? undefined
		: later(new AiAppError('upload', 'the storage responded before the file was complete'));
}

function brokenPut(why: Break): PutFailure {
	if (why === 'silent') return unanswered({ noAnswer: 'timeout', reason: 'the transfer stalled' });
	const error = new AiAppError('upload', say`the upload took longer than ${TRANSFER_HOURS} hours`);
	return { again: 'never', error };
}

function sourceFailure(body: BodyState, size: number): PutFailure | undefined {
	if (body === 'broken')
		return later(new AiAppError('upload', "the file couldn't be read", { reason: 'fileSource' }));
	if (body !== 'wrongSize') return undefined;
	const error = new AiAppError(
		'upload',
		say`the file doesn't have the expected size (${size} bytes)`,
		{ reason: 'fileSource' },
	);
	return { again: 'never', error };
}

function unanswered({ noAnswer, reason }: HttpFailure): PutFailure {
	const isUnreachable = noAnswer === 'notSent';
	const what = isUnreachable ? "the storage couldn't be reached" : "the storage didn't respond";
	return later(new AiAppError('upload', say`${what} (${reason})`));
}

function refusedPut({ status, body }: HttpResponse, secrets: readonly string[]): PutFailure {
	const reason = readStorageError(body, secrets);
	const error = refusalError(status, reason);
	if (status >= 500 || status === 429) return later(error);
	const isWornOut = status === 401 || status === 403 || WORN_OUT.test(reason.code);
	return { again: isWornOut ? 'fresh' : 'never', error };
}

function refusalError(status: number, { code, text }: StorageError): AiAppError {
	const why = [text, code, `HTTP ${status}`].filter(Boolean);
	const details = { code: textOf(code), httpStatus: status };
	if (SKEWED.test(code))
		return new AiAppError(
			'upload',
			say`the storage says that this machine's clock is wrong (${why})`,
			{ ...details, reason: 'clock' },
		);
	return new AiAppError('upload', say`the storage refused the file (${why})`, {
		...details,
		reason: WRONG_SIGNATURE.test(code) ? 'signature' : undefined,
	});
}

function later(error: AiAppError): PutFailure {
	return { again: 'later', error };
}

/** Why a storage refused a request, as far as it may be quoted. Both may be empty. */
type StorageError = { readonly code: string; readonly text: string };

/**
 * Reads Code and Message of the XML that OSS and S3 respond with, and nothing else of it: the rest
 * echoes the access key, the security token and the text that was signed. An echoed secret is
 * removed from the Message; a Code that contains one is left out.
 */
export function readStorageError(body: string, secrets: readonly string[]): StorageError {
	const redact = createRedactor(secrets);
	const [, code = ''] = /<Code>\s*([A-Za-z0-9._-]{1,64})\s*<\/Code>/.exec(body) ?? [];
	const [, message = ''] = /<Message>([^<]*)/.exec(body) ?? [];
	return { code: redact(code) === code ? code : '', text: excerpt(redact(message)) };
}
