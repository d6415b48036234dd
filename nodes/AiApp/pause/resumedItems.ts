import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { TaskRef, CompletedTask } from '../../../client/index';
import { endedItem } from '../io/items/pausedItems';
import type { PausedItem, PauseState } from './state';

/** The tasks that are slept for, in the order of their items. */
export function tasksOf(awaited: readonly PausedItem[]): TaskRef[] {
	return awaited.flatMap((each) => ('task' in each ? each.task : []));
}

/**
 * What the node returns: exactly one item for each input item, in order, because n8n links them by
 * position alone.
 * @param ends one for each of `tasksOf(state.awaited)`
 */
export function itemsAfter(
	{ awaited, simplify, hasErrorOutput }: PauseState,
	ends: readonly CompletedTask[],
): INodeExecutionData[] {
	const next = ends.values();
	return awaited.map((each) => {
		if ('failed' in each) return { json: unpaidJson(each.failed, hasErrorOutput) };
		const end = next.next();
		return end.done ? { json: {} } : endedItem(end.value, simplify, hasErrorOutput);
	});
}

/** n8n takes only items of exactly two members for its error output; all others have a status. */
function unpaidJson(failed: IDataObject, hasErrorOutput: boolean): IDataObject {
	return hasErrorOutput ? failed : { status: 'Failed', ...failed };
}
