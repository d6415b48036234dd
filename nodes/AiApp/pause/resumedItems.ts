import type { INodeExecutionData } from 'n8n-workflow';
import type { TaskRef, CompletedTask } from '../../../client/index';
import { finishedItem, withoutTaskJson } from '../io/items/pausedItems';
import type { PausedItem, PauseState } from './state';

/** The tasks that the execution waits for, in the order of their items. */
export function awaitedTasks(awaited: readonly PausedItem[]): TaskRef[] {
	return awaited.flatMap((each) => ('task' in each ? each.task : []));
}

/**
 * What the node returns: exactly one item for each input item, in order, because n8n links them by
 * position alone.
 * @param results one for each of `awaitedTasks(state.awaited)`
 */
export function itemsAfter(
	state: PauseState,
	results: readonly CompletedTask[],
): INodeExecutionData[] {
	const next = results.values();
	return state.awaited.map((each) => {
		if ('failed' in each) return { json: withoutTaskJson(each, state.hasErrorOutput) };
		const result = next.next();
		return result.done ? { json: {} } : finishedItem(result.value, each.earlier, state);
	});
}
