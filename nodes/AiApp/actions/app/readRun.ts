import {
	collectRejections,
	inputError,
	readMediaValue,
	throwAll,
	type CallbackHeaders,
	type PaidWork,
	type SpendingLimits,
	type WaitOptions,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemFiles } from '../../io/binary/source';
import { offeredValue, readNumber, readSwitch } from '../../io/readParameter';
import { readResultOptions, type ResultOptions } from '../parameters/resultOptions';
import { readLimits } from '../parameters/spendingOptions';
import { readWaitOptions } from '../parameters/waitOptions';
import { readCallback } from './callback';
import { suppressPreviewOutput, variationsPerItem } from './runOptions.description';
import { readUserInputs, type ItemInputs } from './userInputs';
import { waitMode as waitModeProperty } from './waitMode.description';

/** Everything that the user set for one item, read before any task is created. */
export type Run = {
	readonly itemIndex: number;
	readonly waitMode: string;
	readonly inputs: ItemInputs;
	/** What they stand for in the ledger. */
	readonly work: PaidWork;
	readonly wait: WaitOptions;
	readonly limits: SpendingLimits;
	readonly variations: number;
	/** How long to retry if the app can't be read. */
	readonly retryForMs: number;
	readonly delivery: ResultOptions;
	readonly callbackHeaders: CallbackHeaders | undefined;
	readonly suppressPreviewOutput: boolean;
};

/** @throws AiAppError kind `input`, also if the webhook URL of this n8n instance looks private */
export async function readRun(context: ExecutionContext, itemIndex: number): Promise<Run> {
	const waitMode = readWaitMode(context);
	const pause = waitMode === 'pause' ? context.pause() : undefined;
	const createsOnly = waitMode === 'none' || waitMode === 'callback';
	const wait = readWaitOptions(context, itemIndex, { limitMs: pause?.limitMs, createsOnly });
	const { spending: limits, ...times } = readLimits(context, itemIndex);
	const variations = readVariations(context, itemIndex, waitMode);
	const notifies = waitMode === 'callback';
	const callbackHeaders = notifies ? readCallback(context, itemIndex) : undefined;
	const rejections = collectRejections();
	const own = readUserInputs(context, itemIndex, rejections);
	throwAll(rejections, { appId: own.appId });
	// Each of an item's variations has a seed of its own.
	const inputs = { ...own, drawsSeeds: variations > 1 || own.drawsSeeds };
	return {
		itemIndex,
		waitMode,
		wait: { ...wait, ...times },
		limits,
		variations,
		retryForMs: wait.maxWaitMs,
		callbackHeaders,
		inputs,
		work: await readWork(inputs),
		delivery: readResultOptions(context, itemIndex),
		suppressPreviewOutput: readSwitch(context.ctx, itemIndex, suppressPreviewOutput),
	};
}

/** One mode for all items, because the execution pauses for them together. For an agent the node always waits. */
function readWaitMode({ ctx, isTool }: ExecutionContext): string {
	const waitMode = offeredValue(waitModeProperty, ctx.getNodeParameter('waitMode', 0, 'poll'));
	return isTool && waitMode === 'pause' ? 'poll' : waitMode;
}

/** @throws AiAppError kind `input`, also for variations of an item whose execution is to be paused */
function readVariations({ ctx }: ExecutionContext, itemIndex: number, waitMode: string): number {
	const variations = readNumber(ctx, itemIndex, variationsPerItem);
	if (variations > 1 && waitMode === 'pause')
		throw inputError(
			"'Variations per Item' isn't available with 'Pause Execution'",
			"Set 'Wait Mode' to 'Wait for Result', or add one item per variation before this node. You weren't charged.",
		);
	return variations;
}

async function readWork({
	appId,
	drawsSeeds,
	files,
	overrides,
	values,
}: ItemInputs): Promise<PaidWork> {
	const replacing = overrides.map(({ key, value }): [string, unknown] => [key, value]);
	const inputs = [...Object.entries(values), ...replacing];
	return {
		of: String(appId),
		inputs,
		// A ledger may outlive an update of the node: other names here would be other work.
		more: { files: await identitiesOf(inputs, files), randomSeeds: drawsSeeds },
	};
}

/** The files that values name. A text that happens to be the name of one does no harm. */
async function identitiesOf(
	inputs: PaidWork['inputs'],
	{ names, source }: ItemFiles,
): Promise<readonly string[]> {
	const named = inputs.map(([, value]) => readMediaValue(value, names));
	const fields = named.flatMap((media) => (typeof media === 'object' ? media.binaryField : []));
	const sources = await Promise.all([...new Set(fields)].map(source));
	return sources.map(({ identity }) => identity);
}
