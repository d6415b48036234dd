import axios, { isAxiosError } from 'axios';
import type { EmulatorClock } from '../time/clock.mts';

export type HeaderRecord = Readonly<Record<string, string>>;

/** One attempt to deliver a callback; in flight it has neither `status` nor `cause`. */
export type DeliveryRecord = {
	readonly requestId?: string;
	/** Attempts, and copies of a callback that is sent several times, count from 1. */
	readonly attempt: number;
	readonly copy: number;
	/** Sent on demand and not because of a task. */
	readonly forged: boolean;
	readonly at: number;
	readonly url: string;
	readonly headers: Callback['headers'];
	readonly body: unknown;
	/** The status of the receiver's response. */
	readonly status?: number;
	/** Why there was no response: `timeout`, `closed`, `notAllowed` or the code of a network error. */
	readonly cause?: string;
	readonly durationMs?: number;
};

export type Attempt = Callback & Pick<DeliveryRecord, 'requestId' | 'attempt' | 'copy' | 'forged'>;

export type DeliveryLog = {
	/** Makes and records one attempt. */
	attempt(attempt: Attempt): Promise<DeliveryRecord>;
	all(): readonly DeliveryRecord[];
	/** Aborts attempts in flight. */
	end(): void;
};

/** Not sent, and not repeated. */
const NOT_ALLOWED: PostResult = { cause: 'notAllowed' };
/** How long a receiver may take to respond (spec: limits). */
const TIMEOUT_MS = 10_000;

/** @param origins where callbacks may go; everywhere if undefined */
export function createDeliveryLog(clock: EmulatorClock, origins?: readonly string[]): DeliveryLog {
	const inFlight = new Set<AbortController>();
	const records: DeliveryRecord[] = [];

	async function attempt(about: Attempt): Promise<DeliveryRecord> {
		const record = { ...about, at: clock.now() };
		records.push(record);
		const aborter = new AbortController();
		const cancel = clock.at(record.at + TIMEOUT_MS, () => aborter.abort('timeout'));
		inFlight.add(aborter);
		const isAllowed = origins?.includes(new URL(about.url).origin) ?? true;
		const result = isAllowed ? await post(about, aborter.signal) : NOT_ALLOWED;
		inFlight.delete(aborter);
		cancel();
		return Object.assign(record, result, { durationMs: clock.now() - record.at });
	}

	function end(): void {
		for (const breaking of inFlight) breaking.abort('closed');
	}

	return { attempt, all: () => [...records], end };
}

/** A callback request; a string body is sent as it is, any other as JSON. */
export type Callback = {
	readonly url: string;
	readonly headers: HeaderRecord;
	readonly body: unknown;
};

export type PostResult = { readonly status: number } | { readonly cause: string };

const MAX_RESPONSE_BYTES = 2 ** 20;

/**
 * Posts a callback without following redirects. When `signal` is aborted, the cause is the reason
 * of the abort.
 */
async function post({ url, headers, body }: Callback, signal: AbortSignal): Promise<PostResult> {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	try {
		const { status } = await axios.post(url, Buffer.from(text), {
			// The service's own client sends no Accept header.
			headers: { Accept: false, ...headers },
			maxContentLength: MAX_RESPONSE_BYTES,
			maxRedirects: 0,
			proxy: false,
			responseType: 'arraybuffer',
			signal,
			validateStatus: () => true,
		});
		return { status };
	} catch (error) {
		if (signal.aborted) return { cause: String(signal.reason) };
		return { cause: (isAxiosError(error) && error.code) || String(error) };
	}
}
