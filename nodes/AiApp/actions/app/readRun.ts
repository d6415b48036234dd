import {
	collectRejections,
	hashOf,
	isRecord,
	ownMember,
	throwAll,
	type CallbackHeaders,
	type SpendingLimits,
	type WaitOptions,
} from '../../../../client/index';
import { PanelError } from '../../facts/panelError';
import type { ExecutionContext } from '../../execution/context';
import { openPanel, type Panel } from '../../parameters/readParameter';
import { readResultOptions, type ResultOptions } from '../../parameters/resultOptions';
import { readLimits } from '../../parameters/limits';
import { readWaitOptions } from '../../parameters/waitOptions';
import { readCallback } from './callback';
import { suppressPreviewOutput, variationsPerItem } from './runOptions.description';
import { MAP_AUTOMATICALLY } from '../../form/storedForm';
import { readUserInputs, type ItemInputs } from './userInputs';
import { waitMode as waitModeProperty } from './waitMode.description';

/** Everything that the user set for one item, read before any task is created. */
export type Run = {
	readonly itemIndex: number;
	readonly waitMode: string;
	readonly inputs: ItemInputs;
	readonly wait: WaitOptions;
	readonly limits: SpendingLimits;
	readonly variations: number;
	readonly delivery: ResultOptions;
	readonly callbackHeaders: CallbackHeaders | undefined;
	readonly suppressPreviewOutput: boolean;
};

/** @throws AiAppError kind `input`, also if the webhook URL of this n8n instance looks private */
export function readRun(context: ExecutionContext, itemIndex: number): Run {
	const panel = openPanel(context.ctx, itemIndex);
	const waitMode = readWaitMode(panel);
	const pause = waitMode === 'pause' ? context.pause() : undefined;
	const isAwaited = waitMode !== 'none' && waitMode !== 'callback';
	const isHeld = waitMode === 'keepOpen';
	const limitMs = pause?.limitMs;
	const wait = readWaitOptions(panel, { limitMs, isAwaited, isHeld });
	const { spending: limits, ...times } = readLimits(panel);
	const variations = readVariations(panel, waitMode);
	const notifies = waitMode === 'callback';
	const callbackHeaders = notifies ? readCallback(context, panel) : undefined;
	const rejections = collectRejections();
	const own = readUserInputs(context, panel, rejections);
	throwAll(rejections, { appId: own.appId });
	// Each of an item's variations has a seed of its own.
	const inputs = { ...own, drawsSeeds: variations > 1 || own.drawsSeeds };
	return {
		itemIndex,
		waitMode,
		wait: { ...wait, ...times },
		limits,
		variations,
		callbackHeaders,
		inputs,
		delivery: readResultOptions(panel),
		suppressPreviewOutput: panel.isOn(suppressPreviewOutput),
	};
}

/**
 * All items have the same wait mode, because the execution pauses for them together. A tool polls
 * instead of pausing.
 */
function readWaitMode({ ctx, isTool, offered }: Panel): string {
	const waitMode = offered(waitModeProperty, ctx.getNodeParameter('waitMode', 0, 'poll'));
	return isTool && waitMode === 'pause' ? 'poll' : waitMode;
}

/** @throws AiAppError kind `input`, also for several variations with 'Pause Execution' */
function readVariations(panel: Panel, waitMode: string): number {
	const variations = panel.number(variationsPerItem);
	if (variations > 1 && waitMode === 'pause')
		throw new PanelError(
			"'Variations per Item' isn't available with 'Pause Execution'",
			"Set 'Wait Mode' to 'Wait for Result', or add one item per variation before this node.",
			'ask',
		);
	return variations;
}

/** A hash of the parameters that decide on what is created, as they were typed. */
export function hashOfTyped({ ctx }: ExecutionContext): string {
	const { appId, inputs, inputsJson, options, overrideInputs, specifyInputs } =
		ctx.getNode().parameters;
	const mode = typedMember(inputs, 'mappingMode');
	return hashOf({
		...{ inputsJson, overrideInputs, specifyInputs },
		app: typedMember(appId, 'value'),
		// With 'Map Automatically', the editor also stores form values that aren't used.
		inputs: mode === MAP_AUTOMATICALLY ? mode : typedMember(inputs, 'value'),
		seedMode: typedMember(options, 'seedMode'),
	});
}

/**
 * The part of a parameter that the user typed. The editor stores other parts too, such as the app's
 * name. An expression for the whole parameter has no parts, so it's returned whole.
 */
function typedMember(parameter: unknown, name: string): unknown {
	return isRecord(parameter) ? ownMember(parameter, name) : parameter;
}

/** What an item's task is created from: the app, and the evaluated values, with files by name. */
export function givenFor({ appId, drawsSeeds, overrides, values }: ItemInputs) {
	const replacing = overrides.map(({ key, value }) => [key, value]);
	const inputs = Object.fromEntries([
		...Object.entries(values),
		...replacing,
	]) as ItemInputs['values'];
	return { of: { appId, drawsSeeds }, inputs };
}
