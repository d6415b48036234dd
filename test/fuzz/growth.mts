/** How the time of some work grows with the size of its input. */

const REPETITIONS = 3;
const RETRIES = 3;
/** Shorter times are those of the machine rather than of the work. */
const MEASURABLE_MS = 5;
/** Threefold from n to 2n, twice over: linear work takes 4 times as long, quadratic 16 times. */
const MOST_FROM_N_TO_4N = 3 ** 2;

/** One input of about that many characters or members, ready to be worked on. */
export type Load = (size: number) => () => unknown;

/**
 * Whether twice the input takes more than three times the time, from the first size whose time can be
 * measured; work that is done before that even at the largest size does not grow.
 */
export function growsTooFast(load: Load, sizes: { from: number; upTo: number }): boolean {
	for (let size = sizes.from; size <= sizes.upTo; size *= 2) {
		if (timeOnce(load(size)) < MEASURABLE_MS) continue;
		if (leastTime(load, size) >= MEASURABLE_MS) return growsEachTime(load, size);
	}
	return false;
}

function growsEachTime(load: Load, size: number): boolean {
	for (let n = 0; n < RETRIES; n++)
		if (leastTime(load, 4 * size) <= MOST_FROM_N_TO_4N * leastTime(load, size)) return false;
	return true;
}

function leastTime(load: Load, size: number): number {
	const work = load(size);
	return Math.min(...Array.from({ length: REPETITIONS }, () => timeOnce(work)));
}

function timeOnce(work: () => unknown): number {
	const startedAt = performance.now();
	work();
	return performance.now() - startedAt;
}
