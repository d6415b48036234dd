import type { Charge } from '../../../client/index';

/** What a text says last where money is involved: one of these, and nothing else. */
const MONEY: Readonly<Record<Charge, string>> = {
	free: "You weren't charged.",
	seconds: 'You pay for the time it ran.',
	unknown: 'You may be charged.',
};

export function moneySentence(cost: Charge | undefined): string {
	return cost === undefined ? '' : MONEY[cost];
}
