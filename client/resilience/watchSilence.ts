import type { Clock } from '../ports';
import { SILENCE_MS } from './timeLimits';

export type SilenceWatch = {
	/** Aborted when nothing has moved for too long, and when the execution is stopped. */
	readonly signal: AbortSignal;
	/** Something moved; what comes next may take `forMs`. */
	readonly moved: (forMs?: number) => void;
	/** The transfer is over. */
	readonly end: () => void;
	/** Whether it was the silence that ended it. */
	readonly isBroken: () => boolean;
};

/**
 * Watches the bytes of a transfer from the first `moved` on: what comes before is the connection's
 * own business. Whoever starts it ends it.
 */
export function watchSilence(clock: Clock, stop: AbortSignal | undefined): SilenceWatch {
	const silence = new AbortController();
	const over = new AbortController();
	let until: number | undefined;

	async function watch(): Promise<void> {
		for (let left = leftMs(); left > 0; left = leftMs()) {
			await clock.sleep(left, over.signal);
			if (over.signal.aborted) return;
		}
		silence.abort();
	}

	function leftMs(): number {
		return (until ?? 0) - clock.now();
	}

	return {
		signal: stop ? AbortSignal.any([stop, silence.signal]) : silence.signal,
		moved: (forMs = SILENCE_MS) => {
			const isFirst = until === undefined;
			until = clock.now() + forMs;
			if (isFirst) void watch();
		},
		end: () => over.abort(),
		isBroken: () => silence.signal.aborted,
	};
}
