/** What a text says last where money is involved: one of these, and nothing else. */
export const NOT_CHARGED = "You weren't charged.";
export const MAY_BE_CHARGED = 'You may be charged.';
export const PAYS_FOR_TIME = 'You pay for the time it ran.';

/** The same about one item, where a text tells of others as well. */
export const OF_ITEM: Readonly<Record<string, string>> = {
	[MAY_BE_CHARGED]: 'You may be charged for this item.',
	[PAYS_FOR_TIME]: 'You pay for the time this item ran.',
	[NOT_CHARGED]: "You weren't charged for this item.",
};

const WORST_FIRST = [MAY_BE_CHARGED, PAYS_FOR_TIME, NOT_CHARGED].flatMap((sentence) => [
	OF_ITEM[sentence] ?? sentence,
	sentence,
]);

/**
 * The text with a single sentence about money, at its end. Advice about an item and about the others
 * of its execution may contain one each: then the worst case counts.
 * @param unsaid the sentence for a text that contains none
 */
export function endingWithMoney(text: string, unsaid = ''): string {
	const money = moneyIn(text) ?? unsaid;
	const rest = WORST_FIRST.reduce((left, sentence) => left.replaceAll(sentence, ''), text);
	return `${rest} ${money}`.replace(/ {2,}/g, ' ').trim();
}

export function moneyIn(text: string): string | undefined {
	return WORST_FIRST.find((sentence) => text.includes(sentence));
}
