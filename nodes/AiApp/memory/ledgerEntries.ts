import type { Identity, SentTask } from '../../../client/index';

/** A task with the identity of the work that it was created for. */
export type NodeTask = SentTask &
	Identity & {
		/** The run of the node in which its result left it. */
		readonly deliveredIn?: number;
	};

/** By place. Several works may have claimed the same one: a user has edited the item in between. */
export type NodeLedgerEntries = Record<string, { readonly tasks: readonly NodeTask[] }>;
