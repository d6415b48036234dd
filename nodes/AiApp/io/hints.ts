import type { IExecuteFunctions } from 'n8n-workflow';

export type Hints = {
	/** Shows a sentence above the node's output; the same one is shown once. */
	readonly add: (message: string) => void;
	/** The same for a fact that needs no attention. */
	readonly tell: (message: string) => void;
};

export function createHints(fns: IExecuteFunctions): Hints {
	const shown = new Set<string>();
	const show = (type: 'info' | 'warning') => (message: string) => {
		if (shown.has(message)) return;
		shown.add(message);
		fns.addExecutionHints({ message, type, location: 'outputPane' });
	};
	return { add: show('warning'), tell: show('info') };
}
