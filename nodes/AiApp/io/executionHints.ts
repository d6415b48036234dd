import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

export type Hints = ReturnType<typeof createHints>;

type Type = 'info' | 'warning';

/** What a hint says of so many items, and of the names that were found in them. */
type Sentence = (items: number, names: readonly string[]) => string;

type Noted = {
	readonly items: number;
	readonly names: Set<string>;
	readonly type: Type;
	readonly sentence: Sentence;
};

/** Nobody reads more, and names that others choose may make any number of them. */
const MOST_HINTS = 200;

/** Collects the hints of a try. n8n shows them above the node's output once they're published. */
export function createHints(ctx: IExecuteFunctions) {
	const noted = new Map<string, Noted>();
	const sums: NodeExecutionHint[] = [];

	function note(subject: string, type: Type, sentence: Sentence, names: readonly string[] = []) {
		const known = noted.get(subject);
		if (!known && noted.size >= MOST_HINTS) return;
		const all = known?.names ?? new Set();
		names.forEach((name) => all.add(name));
		noted.set(subject, { items: (known?.items ?? 0) + 1, names: all, type, sentence });
	}

	return {
		/** Adds a warning with the number of items that it concerns. */
		count: (subject: string, sentence: Sentence) => note(subject, 'warning', sentence),
		/** Collects names from several items in one line. */
		gather(subject: string, names: readonly string[], sentence: Sentence, type: Type = 'info') {
			if (names.length > 0) note(subject, type, sentence, names);
		},
		/** Adds a message, which is shown once, however often it's added. */
		add: (message: string, type: Type = 'warning') => note(message, type, () => message),
		/** What became of all items, above the other hints. */
		sum(hint: { readonly message: string; readonly type: Type } | undefined): void {
			if (hint) sums.unshift({ ...hint, location: 'outputPane' });
		},
		publish(): void {
			const hints = [...noted.values()].map(
				({ items, names, type, sentence }): NodeExecutionHint => ({
					message: sentence(items, [...names]),
					type,
					location: 'outputPane',
				}),
			);
			ctx.addExecutionHints(...sums, ...hints);
		},
	};
}
