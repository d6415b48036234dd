import { leftMs, type Deadline } from './deadline';
import { SILENCE_MS } from './timeLimits';

export type TransferWatch = ReturnType<typeof watchTransfer>;

/** Why a transfer was broken off: nothing moved, or it takes too long in all. */
export type Break = 'silent' | 'late';

/**
 * Watches a transfer from the first call of `moved`. Before that, the time limits of the connection
 * apply. The caller must end the watch.
 */
export function watchTransfer(deadline: Deadline, stop: AbortSignal | undefined) {
	const { clock } = deadline;
	const broken = new AbortController();
	const over = new AbortController();
	let why: Break | undefined;
	let isWatched = false;
	let until = deadline.at;

	async function watch(): Promise<void> {
		for (let left = until - clock.now(); left > 0; left = until - clock.now()) {
			await clock.sleep(left, over.signal);
			if (over.signal.aborted) return;
		}
		why = leftMs(deadline) === 0 ? 'late' : 'silent';
		broken.abort();
	}

	return {
		/** Aborted if the transfer is broken off, and if the execution is stopped. */
		signal: stop ? AbortSignal.any([stop, broken.signal]) : broken.signal,
		/** To be called when bytes have moved; the next ones may take `forMs`. */
		moved: (forMs = SILENCE_MS): void => {
			until = Math.min(clock.now() + forMs, deadline.at);
			if (!isWatched) void watch();
			isWatched = true;
		},
		end: () => over.abort(),
		brokenBy: () => why,
	};
}
