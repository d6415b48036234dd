import type { BodyState } from './uploadBody';
import { AiAppError } from '../errors/AiAppError';
import { isResponse, type HttpResponse, type HttpFailure } from '../ports';
import { readStorageError, type StorageError } from './readStorageError';
import { say } from '../parsing/say';

/**
 * Why a storage has not taken a file, and whether another attempt may end better: once more with
 * `fresh` credentials, several times `later`, or never.
 */
export type PutFailure = {
	readonly again: 'fresh' | 'later' | 'never';
	readonly error: AiAppError;
};

const CLOCK_ADVICE =
	'Check the clock of the machine that runs n8n: storages accept a difference of 15 minutes at most. Nothing was created and nothing was charged.';
const SIGNATURE_ADVICE =
	'Check the Storage Type of the AI App API credential: the storage does not accept signatures of this kind. Nothing was created and nothing was charged.';
const SOURCE_ADVICE =
	'Check the node that made the file, or run the workflow again from there. Nothing was created and nothing was charged.';

const SKEWED = /^(RequestTimeTooSkewed|RequestExpired|RequestNotYetValid)$/;
const WRONG_SIGNATURE = /^(SignatureDoesNotMatch|AuthorizationHeaderMalformed|InvalidArgument)$/;
/** Storages that speak S3 refuse an expired token with HTTP 400. */
const WORN_OUT = /^(ExpiredToken|InvalidToken|TokenRefreshRequired)$/;

export type PutOutcome = {
	readonly answer: HttpResponse | HttpFailure;
	readonly body: BodyState;
	/** Bytes that the file was announced with. */
	readonly size: number;
	/** Never to be quoted. */
	readonly secrets: readonly string[];
};

/** What went wrong with a PUT; undefined when the storage has the whole file. */
export function classifyPut({ answer, body, size, secrets }: PutOutcome): PutFailure | undefined {
	if ('noAnswer' in answer && answer.noAnswer === 'aborted')
		return {
			again: 'never',
			error: new AiAppError('execution_stopped', 'The execution was canceled'),
		};
	// The source comes first: it is the cause of whatever the storage says.
	const inSource = sourceTrouble(body, size);
	if (inSource) return inSource;
	if (!isResponse(answer)) return unanswered(answer);
	if (answer.status < 200 || answer.status >= 300) return refusal(answer, secrets);
	if (/^\s*<!?(doctype )?html/i.test(answer.body))
		return later(new AiAppError('upload', 'a web page answered in place of the storage'));
	return body === 'complete'
		? undefined
		: later(new AiAppError('upload', 'the storage answered before it had the whole file'));
}

function sourceTrouble(body: BodyState, size: number): PutFailure | undefined {
	if (body === 'broken')
		return later(new AiAppError('upload', 'n8n could not read the file', {}, SOURCE_ADVICE));
	if (body !== 'short' && body !== 'long') return undefined;
	const than = body === 'short' ? 'less' : 'more';
	const error = new AiAppError(
		'upload',
		say`the file holds ${than} than the ${size} bytes it was announced with`,
		{},
		SOURCE_ADVICE,
	);
	return { again: 'never', error };
}

function unanswered({ noAnswer, reason }: HttpFailure): PutFailure {
	const isUnreachable = noAnswer === 'notSent';
	const what = isUnreachable ? 'the storage could not be reached' : 'the storage gave no answer';
	return later(new AiAppError('upload', say`${what} (${reason})`));
}

function refusal({ status, body }: HttpResponse, secrets: readonly string[]): PutFailure {
	const said = readStorageError(body, secrets);
	const error = refusalError(status, said);
	if (status >= 500 || status === 429) return later(error);
	const isWornOut = status === 401 || status === 403 || WORN_OUT.test(said.code ?? '');
	return { again: isWornOut ? 'fresh' : 'never', error };
}

function refusalError(status: number, { code, text }: StorageError): AiAppError {
	const why = [text, code ?? '', `HTTP ${status}`].filter(Boolean);
	const details = { code, httpStatus: status };
	if (SKEWED.test(code ?? ''))
		return new AiAppError(
			'upload',
			say`the storage says that the time of this machine is wrong (${why})`,
			details,
			CLOCK_ADVICE,
		);
	return new AiAppError(
		'upload',
		say`the storage did not take it (${why})`,
		details,
		WRONG_SIGNATURE.test(code ?? '') ? SIGNATURE_ADVICE : undefined,
	);
}

function later(error: AiAppError): PutFailure {
	return { again: 'later', error };
}
