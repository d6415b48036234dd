import type { Row } from './simulation.mts';

const QUARTER = 0.25;
const NEVER_WORSE = 1.1;

/** What a row has to hold in words, and whether it does; undefined where it is only reported. */
export function goalOf({ distribution, meanSeconds, costs }: Row) {
	const { nothing, present } = costs;
	if (distribution.goal === undefined) return undefined;
	if (distribution.goal === 'quarter') {
		const product = present.lagSeconds * present.calls;
		return { says: 'lag x calls <= T/4', met: product <= QUARTER * meanSeconds };
	}
	const met =
		present.lagSeconds <= NEVER_WORSE * nothing.lagSeconds &&
		present.calls <= NEVER_WORSE * nothing.calls;
	return { says: 'lag and calls <= 1.1 x nothing known', met };
}
