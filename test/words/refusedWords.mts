/** Words that readers stumbled over. CONTRIBUTING.md says which ones to use. */
const REFUSED =
	/\b(goes? on|going on|anew|all the same|whoever|of n8n's|of yours|sleep(s|ing)?|wakes?|woken|looks? at|is told|tells its|holds? (its|the|no)|hands? (on|out|back)|wins? over|come[sn]? out|put(s)? out|an address|at work|meanwhile|paid for|ended well|no state is)\b/gi;

type Allowed = { readonly words: string; readonly because: string };

/** Phrases that may contain one of them. */
const ALLOWED: readonly Allowed[] = [
	{ words: 'images/sleeping.', because: 'It is the name of a file, which a page does not show.' },
];

/** The refused words of a text, each with what stands around it. */
export function refusedWordsIn(text: string, allowed = ALLOWED): readonly string[] {
	const rest = allowed.reduce((left, { words }) => left.replaceAll(words, ''), text);
	return [...rest.matchAll(REFUSED)].map(({ index, 0: word }) => {
		const around = rest.slice(Math.max(0, index - 40), index + word.length + 40);
		return `"${word}" in: ${around.replace(/\s+/g, ' ')}`;
	});
}
