import type { Identity, SentTask } from '../../../client/index';

/** A task with the identity of the work that it was created for. */
export type NodeTask = SentTask &
	Identity & {
		/** The execution that has sent it. */
		readonly execution?: string | undefined;
		/** The run of the node that returned its result. */
		readonly deliveredIn?: number;
	};

/**
 * The tasks of each place. They can belong to different works, if a user has edited the item in
 * between.
 */
export type NodeLedgerEntries = Record<string, { readonly tasks: readonly NodeTask[] }>;
