/** What a text says last where money is involved: one of these, and nothing else. */
export const NOT_CHARGED = "You weren't charged.";
export const MAY_BE_CHARGED = 'You may be charged.';
export const PAYS_FOR_TIME = 'You pay for the time it ran.';

const SENTENCES = [NOT_CHARGED, MAY_BE_CHARGED, PAYS_FOR_TIME];

/**
 * Joins sentences, with a single one about money at the end: the last that a part ends with, else
 * the given one.
 */
export function endingWithMoney(parts: readonly string[], money?: string): string {
	const said = parts.flatMap((part) => SENTENCES.filter((sentence) => part.endsWith(sentence)));
	const rest = parts.map((part) => {
		const own = SENTENCES.find((sentence) => part.endsWith(sentence)) ?? '';
		return part.slice(0, part.length - own.length).trimEnd();
	});
	return [...rest, said.at(-1) ?? money ?? ''].filter((part) => part !== '').join(' ');
}
