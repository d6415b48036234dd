import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

export type Hints = ReturnType<typeof createHints>;

export function createHints(ctx: IExecuteFunctions) {
	const shown = new Set<string>();
	/** Shows a sentence above the node's output; the same one is shown once. */
	const show = (type: 'info' | 'warning') => (message: string) => {
		if (shown.has(message)) return;
		shown.add(message);
		ctx.addExecutionHints({ message, type, location: 'outputPane' });
	};
	const counted = new Map<string, { items: number; hint: NodeExecutionHint }>();

	/** A warning about several items, whose sentence contains their number. */
	function count(subject: string, sentence: (items: number) => string): void {
		const known = counted.get(subject);
		const items = (known?.items ?? 0) + 1;
		const hint = known?.hint ?? { message: '', type: 'warning', location: 'outputPane' };
		// n8n reads its hints when the node is finished.
		hint.message = sentence(items);
		counted.set(subject, { items, hint });
		if (!known) ctx.addExecutionHints(hint);
	}

	return { count, add: show('warning'), info: show('info') };
}
