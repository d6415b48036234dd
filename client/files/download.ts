import { parseHttpUrl } from '../parsing/urls';
import { reword, settle, settleSync } from '../settle';
import { AiAppError, executionCanceled, type ErrorDetails } from '../errors/AiAppError';
import { noAnswerError } from '../api/envelope';
import { kindOf } from '../errors/kinds';
import { type Clock, type FileSink, type Http, type HttpFile, isResponse } from '../ports';
import { mediumOfMime } from '../parsing/mimeTypes';
import { fileNameInUrl, sentFileName } from '../parsing/sentFileName';
import { retryAfterMs } from '../parsing/retryAfter';
import { isPrivateHost } from '../parsing/privateHosts';
import { leftMs, type Deadline } from '../resilience/deadline';
import { retry } from '../resilience/retry';
import { watchTransfer, type Break, type TransferWatch } from '../resilience/watchTransfer';
import { contentTypeOf } from './uploadedFile';
import { say } from '../parsing/say';
import { SILENCE_MS, TRANSFER_HOURS } from '../resilience/timeLimits';

export type DownloadPorts<Saved> = {
	readonly http: Pick<Http, 'open'>;
	readonly clock: Clock;
	readonly sink: FileSink<Saved>;
};

export type Download = {
	readonly url: string;
	/** If undefined, the host or the URL names the file. */
	readonly fileName: string | undefined;
	/** If undefined, the host names the type. */
	readonly mimeType: string | undefined;
	readonly maxBytes: number;
	/** Hosts (with port) that are the user's own choice and may be private. */
	readonly ownHosts: readonly string[];
	/** One for all files of a task. */
	readonly deadline: Deadline;
	readonly signal: AbortSignal | undefined;
	readonly about: ErrorDetails;
	readonly expiresAt: string | undefined;
};

const MAX_REDIRECTS = 5;
const MAX_ATTEMPTS = 3;

/**
 * Streams one result file into the sink. If the stream breaks, the download starts over. A file is
 * never returned if the stored size differs from what arrived. Content-Length can't tell the size:
 * a storage may compress the file, and it's decompressed on the way. No credential is sent.
 * @throws AiAppError kind `download`, `expired` or `too_large`
 */
export async function downloadFile<Saved>(
	ports: DownloadPorts<Saved>,
	download: Download,
): Promise<Saved> {
	const fetchOnce = () => downloadOnce(ports, download);
	return reword(
		() => retry(fetchOnce, download.deadline, download.signal, MAX_ATTEMPTS),
		(error) => (error.kind === 'execution_stopped' ? error : inFull(error, download)),
	);
}

async function downloadOnce<Saved>(
	ports: DownloadPorts<Saved>,
	download: Download,
): Promise<Saved> {
	if (leftMs(download.deadline) === 0) throw brokenDownload('late');
	const watch = watchTransfer(download.deadline, download.signal);
	const result = await settle(() => fetchFile(ports, download, watch));
	watch.end();
	if (result.ok) return result.value;
	if (download.signal?.aborted) throw executionCanceled(download.about);
	const why = watch.brokenBy();
	throw why ? brokenDownload(why) : result.error;
}

/** Only silence is worth another attempt: the deadline is that of all attempts. */
function brokenDownload(why: Break): AiAppError {
	if (why === 'silent')
		return new AiAppError('no_response', say`no data arrived for ${SILENCE_MS / 1_000} seconds`);
	return new AiAppError(
		'download',
		say`the files of the task took longer than ${TRANSFER_HOURS} hours`,
	);
}

async function fetchFile<Saved>(
	ports: DownloadPorts<Saved>,
	download: Download,
	watch: TransferWatch,
): Promise<Saved> {
	const { maxBytes } = download;
	const file = await openFollowing(ports.http, { ...download, signal: watch.signal });
	watch.moved();
	const now = ports.clock.wallNow();
	const problem = refusalByStatus(file, download, now) ?? refusalByHeaders(file, download);
	if (problem) {
		file.discard();
		throw problem;
	}
	const fileName = download.fileName ?? sentFileName(file.headers) ?? fileNameInUrl(download.url);
	const mimeType = download.mimeType ?? contentTypeOf(file.headers['content-type'] ?? '', fileName);
	const saving = await settle(() =>
		ports.sink.save({ stream: file.stream, fileName, mimeType, maxBytes, onChunk: watch.moved }),
	);
	if (!saving.ok)
		throw new AiAppError('no_response', 'the connection was lost during the download');
	if (saving.value === 'tooLarge') throw tooLarge(maxBytes);
	if ('refused' in saving.value) throw notStored(saving.value.refused);
	const { file: saved, arrived, stored } = saving.value;
	if (arrived === 0 && mediumOfMime(mimeType))
		throw new AiAppError('no_response', 'the storage returned an empty file');
	if (stored === arrived) return saved;
	throw new AiAppError('no_response', say`only ${stored} of ${arrived} bytes were stored`);
}

async function openFollowing(http: Pick<Http, 'open'>, download: Download): Promise<HttpFile> {
	let url = checked(download.url, download);
	for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
		const answer = await http.open({
			url: url.href,
			headers: { 'Accept-Encoding': 'identity' },
			timeoutMs: leftMs(download.deadline),
			idleMs: SILENCE_MS,
			signal: download.signal,
		});
		if (!isResponse(answer)) throw noAnswerError(answer);
		const location = answer.headers.location;
		if (answer.status < 300 || answer.status >= 400 || !location) return answer;
		answer.discard();
		url = checked(nextHop(location, url), download);
	}
	throw new AiAppError('download', say`more than ${MAX_REDIRECTS} redirects`);
}

/** The URL in a Location header, which may be a path. Empty if the header is neither. */
function nextHop(location: string, from: URL): string {
	const url = settleSync(() => new URL(location, from).href);
	return url.ok ? url.value : '';
}

function checked(address: string, { ownHosts }: Download): URL {
	const url = parseHttpUrl(address);
	if (!url) throw new AiAppError('download', "its URL doesn't start with http:// or https://");
	if (isPrivateHost(url.hostname) && !ownHosts.includes(url.host))
		throw new AiAppError('download', say`it's on a private host (${url.host})`, {
			reason: 'privateHost',
		});
	return url;
}

function inFull(error: AiAppError, { url, about, ...download }: Download): AiAppError {
	const fileName = download.fileName ?? fileNameInUrl(url);
	const kind = kindOf(error.kind).isOfDownload ? error.kind : 'download';
	// A task's result is found by the request ID, which the error has anyway, so it needs no URL.
	const source = about.requestId === undefined ? say`. URL: ${parseHttpUrl(url)?.href ?? url}` : '';
	return new AiAppError(
		kind,
		say`Couldn't download ${fileName}: ${error}${source}`,
		{ ...about, ...error.details, reason: error.details.reason ?? about.reason },
		{ cause: error },
	);
}

function refusalByStatus(
	{ status, headers }: HttpFile,
	{ expiresAt }: Download,
	now: number,
): AiAppError | undefined {
	const isGone = status === 403 || status === 404;
	const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= now;
	if (status === 410 || (isOver && isGone))
		return new AiAppError(
			'expired',
			expiresAt === undefined
				? say`the link is no longer valid (HTTP ${status})`
				: say`the files of this task expired at ${expiresAt} (HTTP ${status})`,
		);
	if (status === 200) return undefined;
	// A storage, or a cache in front of it, may not know a new file yet.
	const mayPass = isGone || status >= 500 || status === 429 || status === 408;
	return new AiAppError(
		mayPass ? 'no_response' : 'download',
		say`the storage responded with HTTP ${status}`,
		{ retryAfterMs: retryAfterMs(headers['retry-after']) },
	);
}

function refusalByHeaders(
	{ headers }: HttpFile,
	{ maxBytes, mimeType }: Download,
): AiAppError | undefined {
	const type = headers['content-type'] ?? '';
	if (/^text\/html/i.test(type) && mimeType !== 'text/html')
		return new AiAppError('download', 'the storage returned an HTML page instead of the file');
	if (/^(application|text)\/(json|xml)/i.test(type) && mediumOfMime(mimeType ?? ''))
		return new AiAppError('download', 'the storage returned a message instead of the file');
	const size = Number(headers['content-length'] ?? 0);
	return size > maxBytes ? tooLarge(maxBytes, size) : undefined;
}

function notStored(reason: string): AiAppError {
	return new AiAppError('download', say`it couldn't be stored (${reason})`, {
		reason: 'notStored',
	});
}

/** More bytes than 'Max File Size' allows. The size is unknown if the file wasn't read to its end. */
function tooLarge(maxBytes: number, size?: number): AiAppError {
	const mb = (bytes: number) => `${Math.ceil((bytes / 1024 ** 2) * 100) / 100} MB`;
	return new AiAppError(
		'too_large',
		size === undefined
			? say`the file is larger than the limit of ${mb(maxBytes)}`
			: say`the file is ${mb(size)}, but the limit is ${mb(maxBytes)}`,
	);
}
