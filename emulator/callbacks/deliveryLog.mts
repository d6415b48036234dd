import type { EmulatorClock } from '../time/clock.mts';
import { post, type Callback } from './post.mts';

/** One attempt to deliver a callback; neither `status` nor `cause` while it is under way. */
export type DeliveryRecord = {
	readonly requestId?: string;
	/** Counted from 1, as are the copies of a callback that is sent several times. */
	readonly attempt: number;
	readonly copy: number;
	/** Made up on demand instead of being sent because of a task. */
	readonly forged: boolean;
	readonly at: number;
	readonly url: string;
	readonly headers: Callback['headers'];
	readonly body: unknown;
	/** What the receiver answered. */
	readonly status?: number;
	/** Why there was no answer: `timeout`, `closed` or the code of a network error. */
	readonly cause?: string;
	readonly durationMs?: number;
};

/** What an attempt is about. */
export type Attempt = Callback & Pick<DeliveryRecord, 'requestId' | 'attempt' | 'copy' | 'forged'>;

export type DeliveryLog = {
	/** Makes one attempt and records it; resolves when it has ended. */
	attempt(attempt: Attempt): Promise<DeliveryRecord>;
	all(): readonly DeliveryRecord[];
	/** Breaks off what is under way and forgets all. */
	clear(): void;
};

/** How long a receiver may take, in milliseconds. Source: specification, limits. */
const TIMEOUT_MS = 10_000;

/** Deliveries in the order in which they began. */
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
