import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import type { Ledger, LedgerEntry } from '../../../client/index';

export type NodeLedger = Ledger & {
	/** Notes that the result of this piece of work is on its way to the next node. */
	readonly deliver: (key: string) => void;
};

const MEMBER = 'paidWork';

/**
 * The ledger in the node's context: n8n keeps it over repeated tries and saves it with the
 * execution, so that a retry from the executions list finds it too.
 */
export function createNodeLedger(fns: IExecuteFunctions): NodeLedger {
	const context: IContextObject = fns.getContext('node');
	const run = Number(fns.evaluateExpression('{{ $runIndex }}', 0) ?? 0);
	const entries = { ...(context[MEMBER] as Record<string, LedgerEntry> | undefined) };
	for (const [key, entry] of Object.entries(entries)) {
		// What left the node in an earlier run of a loop is never asked for again.
		if (entry.state === 'delivered' && entry.run !== run) delete entries[key];
	}
	context[MEMBER] = entries;

	return {
		run,
		read: (key) => entries[key],
		write: (key, entry) => {
			entries[key] = entry;
		},
		forget: (key) => {
			delete entries[key];
		},
		deliver: (key) => {
			const entry = entries[key];
			if (entry?.state === 'created') entries[key] = { ...entry, state: 'delivered', run };
		},
	};
}
