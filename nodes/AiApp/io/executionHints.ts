import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

export type Hints = ReturnType<typeof createHints>;

type Type = 'info' | 'warning';

/** Nobody reads more, and names that others choose may make any number of them. */
const MOST_HINTS = 200;

export function createHints(ctx: IExecuteFunctions) {
	const all: NodeExecutionHint[] = [];
	const added = new Set<string>();
	const gathered = new Map<string, Gathered>();
	const counted = new Map<string, { items: number; hint: NodeExecutionHint }>();

	/** Adds a warning with the number of items that it concerns. */
	function count(subject: string, sentence: (items: number) => string): void {
		const known = counted.get(subject);
		if (!known && counted.size >= MOST_HINTS) return;
		const items = (known?.items ?? 0) + 1;
		const hint = known?.hint ?? hintOf('', 'warning');
		hint.message = sentence(items);
		counted.set(subject, { items, hint });
		if (!known) all.push(hint);
	}

	return {
		count,
		/** Collects names from several items in one line. */
		gather(subject: string, names: readonly string[], sentence: Gathered['sentence']): void {
			const { names: known } = gathered.get(subject) ?? { names: new Set() };
			names.forEach((name) => known.add(name));
			gathered.set(subject, { names: known, sentence });
		},
		/** A line above the node's output; the same sentence is shown once. */
		add(message: string, type: Type = 'warning'): void {
			if (added.has(message) || added.size >= MOST_HINTS) return;
			added.add(message);
			all.push(hintOf(message, type));
		},
		/** What became of all items, above the other hints. */
		sum(hint: { readonly message: string; readonly type: Type } | undefined): void {
			if (hint) all.unshift(hintOf(hint.message, hint.type));
		},
		publish: () => ctx.addExecutionHints(...all, ...hintsOf(gathered.values())),
	};
}

function hintOf(message: string, type: Type): NodeExecutionHint {
	return { message, type, location: 'outputPane' };
}

type Gathered = {
	readonly names: Set<string>;
	readonly sentence: (names: readonly string[]) => string;
};

function hintsOf(gathered: Iterable<Gathered>): NodeExecutionHint[] {
	return [...gathered].flatMap(({ names, sentence }) =>
		names.size > 0 ? hintOf(sentence([...names]), 'info') : [],
	);
}
