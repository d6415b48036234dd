import type { StopEnd } from '../../../../client/index';
import { itemAfterStop } from '../../io/items/itemAfterStop';
import type { ItemResult } from '../operation';

/**
 * The result of an operation that stops a task.
 * @param mayRunOn whether a running task may keep running
 * @throws as `itemAfterStop`
 */
export function afterStop(requestId: string, end: StopEnd, mayRunOn = false): ItemResult {
	const item = itemAfterStop(requestId, end, mayRunOn);
	return { items: [item], stop: { requestId, how: end.how } };
}
