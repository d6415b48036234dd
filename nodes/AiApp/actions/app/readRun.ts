import type { Callback, SpendingLimits, WaitOptions } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { offeredValue, readFlag } from '../../io/readParameter';
import { readResultOptions, type ResultOptions } from '../parameters/resultOptions';
import { readLimits } from '../parameters/spendingOptions';
import { readWaitOptions } from '../parameters/waitOptions';
import { readTask, type GivenTask } from './givenTask';
import { readCallback } from './readCallback';
import { readRepeats, type Repeats } from './repeatOptions';
import { waitMode as waitModeProperty } from './waitMode.description';

/** Everything that the user set for one item, read before any task is created. */
export type Run = {
	readonly itemIndex: number;
	readonly waitMode: string;
	readonly given: GivenTask;
	readonly wait: WaitOptions;
	readonly limits: SpendingLimits;
	readonly repeats: Repeats;
	/** Which of the item's variations this is, from 1; left out where there is one. */
	readonly variation?: number | undefined;
	/** How long to retry if the app can't be read. */
	readonly retryForMs: number;
	readonly delivery: ResultOptions;
	/** The callback to the Callback URL. */
	readonly callback: Callback | undefined;
	readonly retryUnconfirmed: boolean;
	readonly suppressPreviewOutput: boolean;
};

/** @throws AiAppError kind `input`, also if the webhook URL of this n8n instance looks private */
export async function readRun(context: ExecutionContext, itemIndex: number): Promise<Run> {
	const waitMode = readWaitMode(context);
	const pause = waitMode === 'pause' ? context.pause() : undefined;
	const createsOnly = waitMode === 'none' || waitMode === 'callback';
	const wait = readWaitOptions(context, itemIndex, { limitMs: pause?.limitMs, createsOnly });
	const { spending: limits, ...times } = readLimits(context, itemIndex);
	const repeats = readRepeats(context, itemIndex, waitMode);
	const notifies = waitMode === 'callback';
	return {
		itemIndex,
		waitMode,
		wait: { ...wait, ...times },
		limits,
		repeats,
		retryForMs: wait.maxWaitMs,
		callback: notifies ? readCallback(context, itemIndex) : undefined,
		given: await readTask(context, itemIndex, repeats.variations > 1),
		delivery: readResultOptions(context, itemIndex),
		retryUnconfirmed: readFlag(context.ctx, itemIndex, 'retryUnconfirmed'),
		suppressPreviewOutput: readFlag(context.ctx, itemIndex, 'suppressPreviewOutput'),
	};
}

/** One mode for all items, because the execution pauses for them together. For an agent the node always waits. */
function readWaitMode({ ctx, isTool }: ExecutionContext): string {
	const waitMode = offeredValue(waitModeProperty, ctx.getNodeParameter('waitMode', 0, 'poll'));
	return isTool && waitMode === 'pause' ? 'poll' : waitMode;
}
