import {
	AiAppError,
	type Callback,
	type SpendingLimits,
	type WaitOptions,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { offeredValue, readFlag, readNumber } from '../../io/readParameter';
import { readResultOptions, type ResultOptions } from '../parameters/resultOptions';
import { readLimits } from '../parameters/spendingOptions';
import { readWaitOptions } from '../parameters/waitOptions';
import { readCallback } from './callback';
import { readTask, type GivenTask } from './givenTask';
import { variationsPerItem } from './runOptions.description';
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

/** How often the work of an item is done. */
type Repeats = {
	readonly variations: number;
	readonly reuseResults: boolean;
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

/** @throws AiAppError kind `input`, also for variations of an item whose execution is to be paused */
function readRepeats({ ctx }: ExecutionContext, itemIndex: number, waitMode: string): Repeats {
	const variations = readNumber(ctx, itemIndex, variationsPerItem);
	if (variations > 1 && waitMode === 'pause') throw notWhilePaused();
	const seesEnd = waitMode === 'poll' || waitMode === 'keepOpen';
	return {
		variations,
		reuseResults: seesEnd && readFlag(ctx, itemIndex, 'reuseResults'),
	};
}

function notWhilePaused(): AiAppError {
	return new AiAppError(
		'input',
		"'Variations per Item' isn't available with 'Pause Execution'",
		{},
		"Set 'Wait Mode' to 'Wait for Result', or add one item per variation before this node. You weren't charged.",
	);
}
