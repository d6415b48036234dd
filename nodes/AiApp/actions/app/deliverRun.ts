import type { TaskResult } from '../../../../client/index';
import { endedOf } from '../../execution/ended';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult } from '../../execution/operation';
import { deliverResult } from '../../io/binary/downloadOutputs';
import { withExtras } from '../../io/items/taskExtras';
import type { Run } from './readRun';

/** The items of a task that was waited for, with its files if they are to be downloaded. */
export async function deliverRun(
	context: ExecutionContext,
	{ delivery, pricePerSecond, variation }: Run,
	result: TaskResult,
): Promise<Pick<ItemResult, 'ended' | 'items'>> {
	const ended = endedOf(result.task);
	const cost = ended && costOf(ended.billedSeconds, pricePerSecond);
	const items = await deliverResult(context, result, { ...delivery, variation });
	return {
		items: withExtras(items, { variation, cost }),
		ended: ended && { ...ended, cost },
	};
}

/** Undefined without a price. Rounded, because products of decimals have long tails. */
function costOf(billedSeconds: number, pricePerSecond: number | undefined): number | undefined {
	if (pricePerSecond === undefined) return undefined;
	return Math.round(billedSeconds * pricePerSecond * 1e6) / 1e6;
}
