import type { Clock } from '../ports';
import { SILENCE_MS } from './timeLimits';

export type SilenceWatch = ReturnType<typeof watchSilence>;

/**
 * Watches the bytes of a transfer from the first `moved`: before that, the time limits of the
 * connection apply. The caller ends it.
 */
export function watchSilence(clock: Clock, stop: AbortSignal | undefined) {
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
		/** Aborted if nothing has moved for too long, and if the execution is stopped. */
		signal: stop ? AbortSignal.any([stop, silence.signal]) : silence.signal,
		/** Something moved; the next bytes may take `forMs`. */
		moved: (forMs = SILENCE_MS): void => {
			const isFirst = until === undefined;
			until = clock.now() + forMs;
			if (isFirst) void watch();
		},
		end: () => over.abort(),
		isBroken: () => silence.signal.aborted,
	};
}
