/** One text of several sentences; those that don't apply are empty. */
export function inOrder(sentences: readonly string[]): string {
	return sentences.filter(Boolean).join(' ');
}
