/** Words that readers stumbled over. CONTRIBUTING.md says which ones to use. */
const REFUSED =
	/\b(goes? on|going on|anew|all the same|whoever|of n8n's|of yours|sleep(s|ing)?|wakes?|woken|looks? at|is told|tells its|holds? (its|the|no)|hands? (on|out|back)|wins? over|come[sn]? out|put(s)? out|an address|at work|meanwhile|paid for|ended well|no state is)\b/gi;

/** The refused words of a text, each with the text around it. */
export function refusedWordsIn(text: string): readonly string[] {
	return [...text.matchAll(REFUSED)].map(({ index, 0: word }) => {
		const around = text.slice(Math.max(0, index - 40), index + word.length + 40);
		return `"${word}" in: ${around.replace(/\s+/g, ' ')}`;
	});
}
