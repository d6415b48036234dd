import type { Charge } from '../../../client/index';

/** What a text says last where money is involved: one of these, and nothing else. */
const MONEY: Readonly<Record<Charge, string>> = {
	free: "You weren't charged.",
	seconds: 'You pay for the time it ran.',
	unknown: 'You may be charged.',
};

/** What a text says last about one item, if it also tells of others. */
const MONEY_OF_ITEM: Readonly<Record<Charge, string>> = {
	free: "You weren't charged for this item.",
	seconds: 'You pay for the time this item ran.',
	unknown: 'You may be charged for this item.',
};

export function moneySentence(cost: Charge | undefined, isOfItem = false): string {
	if (cost === undefined) return '';
	return (isOfItem ? MONEY_OF_ITEM : MONEY)[cost];
}
