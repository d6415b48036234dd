import type { EmulatorClock } from '../time/clock.mts';
import { post, type Callback } from './post.mts';

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
	/** Why there was no response: `timeout`, `closed` or the code of a network error. */
	readonly cause?: string;
	readonly durationMs?: number;
};

export type Attempt = Callback & Pick<DeliveryRecord, 'requestId' | 'attempt' | 'copy' | 'forged'>;

export type DeliveryLog = {
	/** Makes and records one attempt. */
	attempt(attempt: Attempt): Promise<DeliveryRecord>;
	all(): readonly DeliveryRecord[];
	/** Aborts attempts in flight and forgets all records. */
	clear(): void;
};

/** How long a receiver may take to respond (spec: limits). */
const TIMEOUT_MS = 10_000;

export function createDeliveryLog(clock: EmulatorClock): DeliveryLog {
	const inFlight = new Set<AbortController>();
	let records: DeliveryRecord[] = [];

	async function attempt(about: Attempt): Promise<DeliveryRecord> {
		const record = { ...about, at: clock.now() };
		records.push(record);
		const aborter = new AbortController();
		const cancel = clock.at(record.at + TIMEOUT_MS, () => aborter.abort('timeout'));
		inFlight.add(aborter);
		const result = await post(about, aborter.signal);
		inFlight.delete(aborter);
		cancel();
		return Object.assign(record, result, { durationMs: clock.now() - record.at });
	}

	function clear(): void {
		for (const breaking of inFlight) breaking.abort('closed');
		records = [];
	}

	return { attempt, all: () => [...records], clear };
}
