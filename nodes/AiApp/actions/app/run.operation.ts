import type { INodeProperties } from 'n8n-workflow';
import {
	collectRejections,
	counted,
	isRecord,
	ownMember,
	say,
	throwAll,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { MAP_AUTOMATICALLY } from '../../form/storedForm';
import { hashOf } from '../../memory/sameWork';
import type { OperationOption, PreparedWork } from '../operation';
import { checkItems, claimItems, type ClaimedItems } from '../paidWork';
import { appWithForm } from '../../parameters/appLocator';
import { maxBilledSeconds, maxQueueTime, maxRunTime, maxTasks } from '../../parameters/limits';
import { openPanel } from '../../parameters/readParameter';
import { readResultOptions } from '../../parameters/resultOptions';
import { readWaitOptions } from '../../parameters/waitOptions';
import { readCallback } from './callback';
import { checkTask, itemToCheck, type CheckedValues, type ItemToCheck } from './checkItem';
import { inputProperties, overrideInputs } from './runInputs.description';
import { runItem, type Run } from './runItem';
import {
	runOptionProperties,
	suppressPreviewOutput,
	variationsPerItem,
} from './runOptions.description';
import { readUserInputs, type ItemInputs } from './itemInputs';
import { waitMode as waitModeProperty, waitModeProperties } from './waitMode.description';

export const option: OperationOption = {
	name: 'Run',
	description: 'Run an app and get the files it creates',
	action: 'Run app',
	builderHint: {
		propertyHint:
			'Costs money each time. App: Check Inputs has the same parameters and tests them for free. App: Get returns the inputs of an app.',
	},
};

export const description: INodeProperties[] = [
	appWithForm,
	...inputProperties,
	overrideInputs,
	...waitModeProperties,
	...runOptionProperties,
];

export const streams = true;

/**
 * Reads the parameters of all items and claims a place in the ledger for each of their tasks, by which
 * a retry of the execution finds the task instead of paying for another one. Then reads the apps, looks
 * at the files and checks all items. Only after that does the router start the works that this returns,
 * one for each task: `runItem` uploads its files, creates it and waits. If an earlier try has sent a
 * task of an item, the item is checked only if one of its tasks has to be created again. An item that
 * is wrong becomes a work that fails, so all others are checked too.
 */
export async function prepare(context: ExecutionContext): Promise<readonly PreparedWork[]> {
	const typed = hashOfTyped(context);
	const items = await claimItems(
		context,
		(itemIndex) => readRun(context, itemIndex),
		({ inputs }) => ({ ...givenFor(inputs), typed }),
	);
	const formOf = readForms(context, items);
	return checkItems(context, items, {
		look: async (run) => itemToCheck(run.inputs, await formOf(run)),
		check: checkInTurn(context),
		work: (task) => runItem(context, task),
	});
}

/**
 * @throws AiAppError kind `input` if a parameter is wrong, and if the task is to call back
 * and the webhook URL of this n8n instance looks private
 */
function readRun(context: ExecutionContext, itemIndex: number): Run {
	const panel = openPanel(context.ctx, itemIndex);
	// All items have the mode of the first one, because the execution pauses for them together.
	const chosen: unknown = context.ctx.getNodeParameter('waitMode', 0, 'poll');
	// A tool can't pause.
	const isPolled = panel.isTool && chosen === 'pause';
	const waitMode = panel.offered(waitModeProperty, isPolled ? 'poll' : chosen);
	const pause = waitMode === 'pause' ? context.pause() : undefined;
	const wait = readWaitOptions(panel, waitMode, pause?.limitMs);
	const limits = {
		maxTasks: panel.optional(maxTasks),
		maxBilledSeconds: panel.optional(maxBilledSeconds),
	};
	const variations = panel.number(variationsPerItem);
	const callbackHeaders = waitMode === 'callback' ? readCallback(context, panel) : undefined;
	const rejections = collectRejections();
	const inputs = readUserInputs(context, panel, rejections);
	throwAll(rejections, { appId: inputs.appId });
	return {
		itemIndex,
		waitMode,
		limits,
		variations,
		callbackHeaders,
		wait: {
			...wait,
			maxQueueMs: panel.optionalMs(maxQueueTime),
			maxRunMs: panel.optionalMs(maxRunTime),
		},
		// Each of an item's variations has a seed of its own.
		inputs: { ...inputs, drawsSeeds: variations > 1 || inputs.drawsSeeds },
		delivery: readResultOptions(panel),
		suppressPreviewOutput: panel.isOn(suppressPreviewOutput),
	};
}

/**
 * A hash of the parameters that decide on what is created, as they were typed: their expressions may
 * return other values in a retry of the same work.
 */
function hashOfTyped({ ctx }: ExecutionContext): string {
	const { appId, inputs, inputsJson, options, overrideInputs, specifyInputs } =
		ctx.getNode().parameters;
	const mode = typedMember(inputs, 'mappingMode');
	return hashOf({
		inputsJson,
		overrideInputs,
		specifyInputs,
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

/**
 * What tells the tasks of an item from those of others: the app, and the evaluated values, where a file
 * is the name of its binary field.
 */
function givenFor({ appId, drawsSeeds, overrides, values }: ItemInputs) {
	const replacing = overrides.map(({ key, value }) => [key, value]);
	const inputs = Object.fromEntries([
		...Object.entries(values),
		...replacing,
	]) as ItemInputs['values'];
	return { of: { appId, drawsSeeds }, inputs };
}

/**
 * Reads each app once whose tasks are to be created. A read that fails is repeated as long as the
 * shortest wait time of the app's items allows. Any other app is read when one of its items is checked.
 */
function readForms(context: ExecutionContext, items: ClaimedItems<Run>) {
	const retryMs = new Map<number, number>();
	for (const item of items) {
		if (!item.ok || item.value.isSent) continue;
		const { inputs, wait } = item.value;
		retryMs.set(inputs.appId, Math.min(wait.maxWaitMs, retryMs.get(inputs.appId) ?? Infinity));
	}
	const reading = new Map([...retryMs].map(([appId, ms]) => [appId, context.appForm(appId, ms)]));
	return ({ inputs: { appId }, wait }: Run) =>
		reading.get(appId) ?? context.appForm(appId, wait.maxWaitMs);
}

/** Checks items one after the other, because the hints about a later one depend on those before it. */
function checkInTurn(context: ExecutionContext) {
	const seen = new Set<string>();
	return (run: Run, item: ItemToCheck): CheckedValues => {
		const checked = checkTask(context, item);
		const given = hashOf(givenFor(item.inputs));
		hintAtSeeds(context, run, checked, seen.has(given));
		seen.add(given);
		return checked;
	};
}

/** Warns about variations without a random seed, and about equal items with the same fixed seed. */
function hintAtSeeds(
	{ hints }: ExecutionContext,
	{ inputs, variations }: Run,
	{ app, files, randomSeeds, values }: CheckedValues,
	isRepeated: boolean,
): void {
	if (variations > 1 && randomSeeds.length === 0)
		hints.add(
			say`App ${inputs.appId} has no seed input, or all of them have a value in 'Override Inputs', so the variations of an item may be the same.`,
		);
	const seeds = app.seeds.map(({ key }) => Number(ownMember(values, key)));
	// -1 is random for many apps.
	const isFixed = randomSeeds.length === 0 && seeds.length > 0 && seeds.every((seed) => seed >= 0);
	// Files are compared by the names of their fields only.
	const isSame = isRepeated && Object.keys(files).length === 0;
	if (isFixed && isSame)
		hints.count(
			'same inputs',
			(items) =>
				say`The inputs of ${counted(items, 'item')} equal those of an earlier item, seed included, so their results may look alike, each at full cost. To get different results, set the option 'Seed Mode' to 'Random for Each Item'. To create one task for equal items, add a Remove Duplicates node before this one.`,
		);
}
