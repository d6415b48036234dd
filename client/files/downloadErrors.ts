import { AiAppError } from '../errors/AiAppError';
import type { HttpFile } from '../ports';
import { retryAfterMs } from '../parsing/retryAfter';
import { say } from '../parsing/say';

/** What is known of a file before it is fetched. */
type Expected = {
	readonly mimeType: string | undefined;
	readonly maxBytes: number;
	readonly expiresAt: string | undefined;
	/** Milliseconds since 1970. */
	readonly now: number;
};

/** Why an answer is not the file; undefined when it is, as far as its head tells. */
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
			say`the link is no longer valid (HTTP ${status}${expiresAt ? `, the files of this task expired at ${expiresAt}` : ''})`,
		);
	// A storage, or a cache before it, may know a new file late.
	if (isGone(status))
		return new AiAppError('no_response', say`the storage does not hand it out (HTTP ${status})`);
	if (status >= 500 || status === 429 || status === 408) {
		const details = { retryAfterMs: retryAfterMs(headers['retry-after']) };
		return new AiAppError('no_response', say`the storage answered HTTP ${status}`, details);
	}
	if (status === 200) return undefined;
	return new AiAppError('download', say`the storage answered HTTP ${status}`);
}

function refusalByHeaders(
	{ headers }: HttpFile,
	{ maxBytes, mimeType }: Omit<Expected, keyof Expiry>,
): AiAppError | undefined {
	const type = headers['content-type'] ?? '';
	if (/^text\/html/i.test(type) && mimeType !== 'text/html')
		return new AiAppError('download', 'the storage answered with a web page instead of the file');
	if (/^(application|text)\/(json|xml)/i.test(type) && isMedia(mimeType))
		return new AiAppError('download', 'the storage answered with a message instead of the file');
	const size = Number(headers['content-length'] ?? 0);
	return size > maxBytes ? tooLarge(maxBytes, size) : undefined;
}

function isMedia(mimeType = ''): boolean {
	return /^(image|audio|video)\//.test(mimeType);
}

/** n8n's binary store does not take the file. */
export function notStored(reason: string): AiAppError {
	return new AiAppError(
		'download',
		say`n8n could not store it (${reason})`,
		{},
		'Check the binary data settings of n8n: its mode, its size limit and the free space. The result stays at the service until it expires.',
	);
}

/** More than Max File Size allows, in bytes; the size is not known of what is not read to its end. */
export function tooLarge(maxBytes: number, size?: number): AiAppError {
	const mb = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;
	const tooMuch =
		size === undefined
			? `more than the ${mb(maxBytes)} that are allowed`
			: `${mb(size)}, allowed are ${mb(maxBytes)}`;
	return new AiAppError('too_large', say`the file has ${tooMuch}`);
}
