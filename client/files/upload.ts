import { reword, settle } from '../settle';
import { createCall } from '../api/request';
import type { Endpoints } from '../api/endpoints';
import { createFileBody } from './uploadBody';
import type { Clock, FileSource, Http } from '../ports';
import { deadlineIn, leftMs, type Deadline } from '../resilience/deadline';
import { repeat, retry, backoffMs } from '../resilience/retry';
import { watchTransfer } from '../resilience/watchTransfer';
import { signPut, type SigningScheme } from './signing/sign';
import { classifyPut, type PutFailure } from './uploadErrors';
import {
	readUploadedFile,
	type StoredFile,
	type UploadedFile,
	contentTypeOf,
	uploadName,
} from './uploadedFile';
import { readUploadCredentials, requireSafeStorage } from './uploadCredentials';
import { writtenType } from '../parsing/fileNames';
import { say } from '../parsing/say';
import { SILENCE_MS, STORED_TIMEOUT_MS, TRANSFER_TIMEOUT_MS } from '../resilience/timeLimits';

export type UploadPorts = {
	readonly http: Pick<Http, 'call' | 'put'>;
	readonly endpoints: Endpoints;
	readonly clock: Clock;
};

export type UploadOptions = {
	readonly scheme: SigningScheme;
	/** What the file is for, as the service names it (spec: Get upload credentials, file_type). */
	readonly fileType: string;
	/** Where stored files are read from, for services that don't say it. */
	readonly storageUrl: string | undefined;
	/** Hosts (with port) that are the user's own choice and may be private. */
	readonly ownHosts: readonly string[];
};

export type UploadFile = (
	file: FileSource,
	deadline: Deadline,
	signal?: AbortSignal,
) => Promise<UploadedFile>;

/** A temporary input, in the words of the service. */
export const DEFAULT_FILE_TYPE = 'inputs_temp';

const MAX_ATTEMPTS = 4;

/**
 * Uploads a file in the service's three steps: credentials, signed PUT to the storage, commit.
 * @throws AiAppError kind `upload` if the file or the storage is the problem, else the kind of the
 * service's refusal
 */
export function createUpload(ports: UploadPorts, options: UploadOptions): UploadFile {
	return async (file, deadline, signal) => {
		const name = uploadName(file);
		// The files of a task are uploaded at once, so this deadline is the same for all of them.
		const transfers = deadlineIn(ports.clock, TRANSFER_TIMEOUT_MS);
		return reword(
			() => upload(ports, { ...options, deadline, transfers, file, name, signal }),
			(error) =>
				error.kind === 'execution_stopped'
					? error
					: error.saying(say`Couldn't upload ${name}: ${error}`),
		);
	};
}

type Job = UploadOptions & {
	readonly file: FileSource;
	readonly name: string;
	readonly deadline: Deadline;
	/** Shared by all attempts to store the file. */
	readonly transfers: Deadline;
	readonly signal: AbortSignal | undefined;
};

async function upload(ports: UploadPorts, job: Job): Promise<UploadedFile> {
	const { http, endpoints } = ports;
	const stored = await store(ports, job);
	const body = { name: job.name, object_key: stored.objectKey };
	const options = { body, signal: job.signal, notFound: 'upload' } as const;
	const commit = () => createCall(http)('POST', endpoints.commit, options);
	const payload = await retry(commit, job.deadline, job.signal);
	return readUploadedFile(payload, stored, job.storageUrl);
}

/**
 * A PUT is safe to repeat, each time with new credentials: three times after transient failures,
 * once after the storage refused the credentials.
 */
async function store(ports: UploadPorts, job: Job): Promise<StoredFile> {
	const { clock } = ports;
	let isRenewed = false;
	const stored = await repeat(() => storeOnce(ports, job), {
		clock,
		signal: job.signal,
		pauseMs: (outcome, n) => {
			if (!outcome.ok || 'objectKey' in outcome.value || n >= MAX_ATTEMPTS) return undefined;
			const isCredentialRefused = outcome.value.again === 'fresh';
			if (outcome.value.again === 'never' || (isCredentialRefused && isRenewed)) return undefined;
			if (leftMs(job.deadline) === 0 || leftMs(job.transfers) === 0) return undefined;
			isRenewed ||= isCredentialRefused;
			return backoffMs(n, clock.random);
		},
	});
	if ('objectKey' in stored) return stored;
	throw stored.error;
}

/** Storage credentials are known only in here. */
async function storeOnce(ports: UploadPorts, job: Job): Promise<StoredFile | PutFailure> {
	const { deadline, file, name, scheme, signal, transfers } = job;
	const call = createCall(ports.http);
	const url = ports.endpoints.uploadToken(name, job.fileType);
	const { target, credentials, accessUrl } = await retry(
		async () => readUploadCredentials(await call('GET', url, { signal })),
		deadline,
		signal,
	);
	requireSafeStorage(target, ports.endpoints.create, job);
	const contentType = contentTypeOf(writtenType(file), name);
	const put = signPut(scheme, { target, credentials, contentType, now: ports.clock.wallNow() });
	const watch = watchTransfer(transfers, signal);
	const body = createFileBody(file, (isLast) =>
		watch.moved(isLast ? STORED_TIMEOUT_MS : SILENCE_MS),
	);
	const answer = await ports.http.put({
		...put,
		body: body.chunks,
		contentLength: file.size,
		timeoutMs: leftMs(transfers),
		idleMs: STORED_TIMEOUT_MS,
		signal: watch.signal,
	});
	watch.end();
	body.close();
	const secrets = [...Object.values(credentials), put.headers.Authorization].filter(
		(each) => each !== undefined,
	);
	const failure = classifyPut({
		answer,
		brokenBy: watch.brokenBy(),
		body: body.state(),
		size: file.size,
		secrets,
	});
	return failure ?? { name, objectKey: target.objectKey, accessUrl, bucketUrl: put.url };
}

/**
 * Uploads each file once in an attempt of the node: items that run at once and need the same file
 * share one upload and, if it fails, its error. A failed upload isn't remembered, so that a later
 * item may succeed.
 */
export function createUploadCache(upload: UploadFile, signal: AbortSignal | undefined) {
	const byIdentity = new Map<string, Promise<UploadedFile>>();

	async function uploadOnce(file: FileSource, deadline: Deadline): Promise<UploadedFile> {
		const sending = upload(file, deadline, signal);
		byIdentity.set(file.identity, sending);
		const result = await settle(() => sending);
		if (result.ok) return result.value;
		byIdentity.delete(file.identity);
		throw result.error;
	}

	return {
		upload: (file: FileSource, deadline: Deadline) =>
			byIdentity.get(file.identity) ?? uploadOnce(file, deadline),
	};
}
