import { AiAppError } from '../errors/AiAppError';
import type { HttpFile } from '../ports';
import { retryAfterMs } from '../parsing/retryAfter';
import { say } from '../parsing/say';

/** What is known of a file before its download. */
type Expected = {
	readonly mimeType: string | undefined;
	readonly maxBytes: number;
	readonly expiresAt: string | undefined;
	/** Milliseconds since 1970. */
	readonly now: number;
};

/** Why a response isn't the file; undefined if it is, as far as its headers show. */
export function responseError(
	file: HttpFile,
	{ maxBytes, mimeType, ...expiry }: Expected,
): AiAppError | undefined {
	return refusalByStatus(file, expiry) ?? refusalByHeaders(file, { maxBytes, mimeType });
}

type Expiry = Pick<Expected, 'expiresAt' | 'now'>;

function isGone(status: number): boolean {
	return status === 403 || status === 404;
}

function refusalByStatus(
	{ status, headers }: HttpFile,
	{ expiresAt, now }: Expiry,
): AiAppError | undefined {
	const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= now;
	if (status === 410 || (isOver && isGone(status)))
		return new AiAppError(
			'expired',
			expiresAt === undefined
				? say`the link is no longer valid (HTTP ${status})`
				: say`the files of this task expired at ${expiresAt} (HTTP ${status})`,
		);
	// A storage, or a cache before it, may know a new file late.
	if (isGone(status))
		return new AiAppError('no_response', say`the storage didn't return it (HTTP ${status})`);
	if (status >= 500 || status === 429 || status === 408) {
		const details = { retryAfterMs: retryAfterMs(headers['retry-after']) };
		return new AiAppError('no_response', say`the storage responded with HTTP ${status}`, details);
	}
	if (status === 200) return undefined;
	return new AiAppError('download', say`the storage responded with HTTP ${status}`);
}

function refusalByHeaders(
	{ headers }: HttpFile,
	{ maxBytes, mimeType }: Omit<Expected, keyof Expiry>,
): AiAppError | undefined {
	const type = headers['content-type'] ?? '';
	if (/^text\/html/i.test(type) && mimeType !== 'text/html')
		return new AiAppError('download', 'the storage returned an HTML page instead of the file');
	if (/^(application|text)\/(json|xml)/i.test(type) && isMedia(mimeType))
		return new AiAppError('download', 'the storage returned a message instead of the file');
	const size = Number(headers['content-length'] ?? 0);
	return size > maxBytes ? tooLarge(maxBytes, size) : undefined;
}

export function isMedia(mimeType = ''): boolean {
	return /^(image|audio|video)\//.test(mimeType);
}

/** n8n's binary store rejects the file. */
export function notStored(reason: string): AiAppError {
	return new AiAppError(
		'download',
		say`n8n couldn't store it (${reason})`,
		{},
		"Check n8n's binary data settings: mode, size limit and free disk space. The result stays at the service until it expires.",
	);
}

/** More bytes than 'Max File Size' allows. The size is unknown if the file wasn't read to its end. */
export function tooLarge(maxBytes: number, size?: number): AiAppError {
	const mb = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;
	return new AiAppError(
		'too_large',
		size === undefined
			? say`the file is larger than the limit of ${mb(maxBytes)}`
			: say`the file is ${mb(size)}, but the limit is ${mb(maxBytes)}`,
	);
}
