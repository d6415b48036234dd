import { MIN_POLL_MS } from '../resilience/timeLimits';
import { intervalMs } from './pollInterval';

/** How much lag a call is worth; the table of the age trades calls for lag at about this price. */
const CALL_WORTH_MS = 120;

/** Ends are taken to be as likely anywhere between a duration that was seen and the next longer one. */
const BETWEEN = [0.125, 0.375, 0.625, 0.875];

/** How far beyond those seen an end is likely too, in mean distances (of logarithms) of those seen. */
const BEYOND = 3;

/**
 * How long a task of this age can be left alone, by how long others of its app took: until the lag
 * to expect is worth a call. Undefined once it runs longer than others are likely to.
 */
export function leapMs(ageMs: number, durations: readonly number[]): number | undefined {
	const ends = likelyEnds(durations);
	const open = ends.filter((endMs) => endMs >= ageMs);
	if (open.length === 0) return undefined;
	// The first k ends have waited k * t - sumMs in all at time t. It is due at the earliest t at which
	// that is worth a call for each of the open ones.
	let sumMs = 0;
	const worthMs = open.map((endMs, index) => {
		sumMs += endMs;
		return (CALL_WORTH_MS * open.length + sumMs) / (index + 1);
	});
	const dueMs = Math.min(...worthMs, (open.at(-1) ?? 0) + MIN_POLL_MS / 2);
	// A gap in what was seen is no promise that nothing ends there.
	const aheadMs = Math.max((ends[0] ?? 0) - ageMs, 0);
	const latestMs = aheadMs + intervalMs(ageMs + aheadMs);
	return Math.min(Math.max(dueMs - ageMs, MIN_POLL_MS), latestMs);
}

/** In ascending order, all equally likely. */
function likelyEnds(durations: readonly number[]): readonly number[] {
	const seen = [...durations].sort((a, b) => a - b);
	const [shortest, longest] = [seen[0] ?? 0, seen.at(-1) ?? 0];
	const ratio = Math.max(longest, 1) / Math.max(shortest, 1);
	const beyond = ratio ** (BEYOND / (seen.length - 1));
	const borders = [shortest / beyond, ...seen, longest * beyond];
	return borders.slice(1).flatMap((to, index) => {
		const from = borders[index] ?? to;
		return BETWEEN.map((share) => from + (to - from) * share);
	});
}
