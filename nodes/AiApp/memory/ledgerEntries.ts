import { type SentTask, ownMember, stillOpen } from '../../../client/index';
import { MOST_RETRIED_EXECUTIONS, processMemory } from './processMemory';
import type { Identity } from './sameWork';

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

export function tasksIn(entries: NodeLedgerEntries, place: string): readonly NodeTask[] {
	return ownMember(entries, place)?.tasks ?? [];
}

const retried = processMemory.inUse<NodeLedgerEntries>('retriedExecutions');

/**
 * The tasks that all retries of an execution have left. n8n starts each retry from the stored data
 * of one execution, and offers retries of the first one until one of them has succeeded. That data
 * lacks the tasks that other retries have created.
 * @param key names the execution that all of them come from, and the run of the node
 * @param own what n8n has stored of the execution that is retried now
 */
export function entriesOfRetries(key: string, own: NodeLedgerEntries): NodeLedgerEntries {
	const all = retried.get(key) ?? own;
	// The latest come last.
	retried.delete(key);
	retried.set(key, all);
	for (const oldest of retried.keys())
		if (retried.size > MOST_RETRIED_EXECUTIONS) retried.delete(oldest);
	if (all === own) return all;
	// The retried execution may have continued in another process.
	for (const [place, { tasks }] of Object.entries(own)) {
		const known = new Map(tasks.map((task) => [identifierOf(task), task]));
		for (const task of tasksIn(all, place)) {
			const same = known.get(identifierOf(task));
			if (!same || stillOpen(same) || !stillOpen(task)) known.set(identifierOf(task), task);
		}
		all[place] = { tasks: [...known.values()] };
	}
	return all;
}

/**
 * An unconfirmed task has no ID. Its work identifies it, because a work has one of them at most.
 */
function identifierOf({ given, requestId, typed }: NodeTask): string {
	return requestId ?? `${typed} ${given}`;
}
