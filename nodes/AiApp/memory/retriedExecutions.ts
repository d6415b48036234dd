import { stillOpen } from '../../../client/index';
import type { NodeLedgerEntries, NodeTask } from './ledgerEntries';
import { processMemory } from './processMemory';

/** Each has a few hundred bytes for each item. */
const MOST_RETRIED = 500;

const retried = processMemory.inUse<NodeLedgerEntries>('retriedExecutions');

/**
 * What the retries of an execution have left together. n8n starts each retry from what it has stored of
 * one execution, and offers those of the first one until one of its retries has succeeded: what another
 * retry has created stands in none of these.
 * @param key of the execution that all of them come from, and of the run of the node
 * @param own what n8n has stored of the execution that is retried now
 */
export function entriesOfRetries(key: string, own: NodeLedgerEntries): NodeLedgerEntries {
	const all = retried.get(key) ?? own;
	// The latest come last.
	retried.delete(key);
	retried.set(key, all);
	for (const oldest of retried.keys()) if (retried.size > MOST_RETRIED) retried.delete(oldest);
	if (all === own) return all;
	// In another process, the retried execution may have gone on.
	for (const [place, { tasks }] of Object.entries(own)) {
		const known = new Map(tasks.map((task) => [identifierOf(task), task]));
		for (const task of all[place]?.tasks ?? []) {
			const same = known.get(identifierOf(task));
			if (!same || stillOpen(same)) known.set(identifierOf(task), task);
		}
		all[place] = { tasks: [...known.values()] };
	}
	return all;
}

/** One that was not confirmed is known by its work, which has no second one. */
function identifierOf({ given, requestId, typed }: NodeTask): string {
	return requestId ?? `${typed} ${given}`;
}
