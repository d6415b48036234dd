/** What a text says last where money is involved: one of these, and nothing else. */
export const NOT_CHARGED = "You weren't charged.";
export const ITEM_NOT_CHARGED = "You weren't charged for this item.";
export const MAY_BE_CHARGED = 'You may be charged.';
export const PAYS_FOR_TIME = 'You pay for the time it ran.';

const WORST_FIRST = [MAY_BE_CHARGED, PAYS_FOR_TIME, ITEM_NOT_CHARGED, NOT_CHARGED];

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
