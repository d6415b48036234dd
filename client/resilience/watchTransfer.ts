import { leftMs, type Deadline } from './deadline';
import { LOWEST_BYTES_PER_SECOND, SILENCE_MS, SPEED_AFTER_MS } from './timeLimits';

export type TransferWatch = ReturnType<typeof watchTransfer>;

/** Why a transfer was broken off: nothing moved, too little did, or it takes too long in all. */
export type Break = 'silent' | 'slow' | 'late';

/**
 * Watches the bytes of a transfer from the first call of `moved`. Before that, the time limits of
 * the connection apply. The caller must end the watch.
 */
export function watchTransfer(deadline: Deadline, stop: AbortSignal | undefined) {
	const { clock } = deadline;
	const broken = new AbortController();
	const over = new AbortController();
	let why: Break | undefined;
	let begunAt: number | undefined;
	let until = deadline.at;
	let bytes = 0;

	async function watch(): Promise<void> {
		for (let left = until - clock.now(); left > 0; left = until - clock.now()) {
			await clock.sleep(left, over.signal);
			if (over.signal.aborted) return;
		}
		breakOff(leftMs(deadline) === 0 ? 'late' : 'silent');
	}

	function breakOff(cause: Break): void {
		why ??= cause;
		broken.abort();
	}

	return {
		/** Aborted if the transfer is broken off, and if the execution is stopped. */
		signal: stop ? AbortSignal.any([stop, broken.signal]) : broken.signal,
		/** To be called when `count` bytes have moved; the next ones may take `forMs`. */
		moved: (count: number, forMs = SILENCE_MS): void => {
			const now = clock.now();
			const isFirst = begunAt === undefined;
			begunAt ??= now;
			bytes += count;
			until = Math.min(now + forMs, deadline.at);
			if (isFirst) void watch();
			if (isSlow(bytes, now - begunAt)) breakOff('slow');
		},
		end: () => over.abort(),
		brokenBy: () => why,
	};
}

/** Judged by the average, so that a pause or a slow start doesn't break the transfer off. */
function isSlow(bytes: number, ms: number): boolean {
	return ms > SPEED_AFTER_MS && bytes < (ms / 1_000) * LOWEST_BYTES_PER_SECOND;
}
