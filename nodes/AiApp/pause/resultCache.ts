import type { CompletedTask, KnownResults, TaskRef } from '../../../client/index';
import { processMemory } from '../io/processMemory';
import type { PauseState } from './state';

const results = processMemory.section<CompletedTask>('pausedResults');

/** The results that earlier callbacks of a pause have found, so that each is read only once. */
export function knownResults(
	account: string,
	{ executionId, run }: PauseState,
): KnownResults & { readonly forget: (task: TaskRef) => void } {
	const keyOf = (requestId: string) => `${account}:${executionId}:${run}:${requestId}`;
	return {
		get: (requestId) => results.get(keyOf(requestId)),
		set: (requestId, end) => results.set(keyOf(requestId), end, JSON.stringify(end.result).length),
		forget: ({ requestId }) => results.remove(keyOf(requestId)),
	};
}
