import type { INodeProperties } from 'n8n-workflow';
import {
	AiAppError,
	executionCanceled,
	counted,
	billedOf,
	hashOf,
	ownMember,
	say,
	settle,
	idsWithoutResult,
	withEarlier,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import { isToCreate, type ItemResult, type OperationOption, type PreparedWork } from '../operation';
import { checkItems, claimItems, type ClaimedItems } from '../paidWork';
import { withEarlierTasks } from '../../io/items/taskItems';
import { openPanel } from '../../parameters/readParameter';
import { appWithForm } from '../../parameters/appLocator';
import { maxAtATime } from '../../parameters/result.description';
import { checkTask, type CheckedValues } from './checkValues';
import { itemToCheck, readForm } from './itemToCheck';
import { givenFor, readRun, hashOfTyped, type Run } from './readRun';
import { inputProperties, overrideInputs } from './runInputs.description';
import { runItem, type TaskToRun } from './runItem';
import { runOptionProperties } from './runOptions.description';
import { waitModeProperties } from './waitMode.description';

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
 * Reads all items and claims the places of their tasks, then checks the items, before any task is
 * created. Items that an earlier attempt has sent don't need the app: they are checked only if their
 * task has to be created again.
 */
export async function prepare(context: ExecutionContext): Promise<readonly PreparedWork[]> {
	const typed = hashOfTyped(context);
	const items = await claimItems(
		context,
		(itemIndex) => readRun(context, itemIndex),
		({ inputs }) => ({ ...givenFor(inputs), typed }),
	);
	const formOf = readForms(context, items);
	const seen = new Set<string>();
	return checkItems(context, items, {
		look: async (run) => itemToCheck(run.inputs, await formOf(run)),
		check(run, item) {
			const checked = checkTask(context, item);
			const given = hashOf(givenFor(item.inputs));
			hintAtSeeds(context, run, checked, seen.has(given));
			seen.add(given);
			return checked;
		},
		work: (run) => runTaskOfItem(context, run),
	});
}

/**
 * Reads each app whose tasks are to be created once, and retries as long as the shortest wait time of
 * its items allows. Another app is read when an item asks for it.
 */
function readForms(
	context: ExecutionContext,
	items: ClaimedItems<Run>,
): (run: Run) => Promise<AppForm> {
	const retryMs = new Map<number, number>();
	for (const item of items) {
		if (!item.ok || item.value.isSent) continue;
		const { inputs, wait } = item.value;
		retryMs.set(inputs.appId, Math.min(wait.maxWaitMs, retryMs.get(inputs.appId) ?? Infinity));
	}
	const reading = new Map(
		[...retryMs].map(([appId, ms]) => [appId, settle(() => readForm(context, appId, ms))]),
	);
	return async ({ inputs: { appId }, wait }) => {
		const form = await reading.get(appId);
		if (!form) return readForm(context, appId, wait.maxWaitMs);
		if (form.ok) return form.value;
		throw form.error;
	};
}

/** Warns about variations without a random seed, and about equal items with the same fixed seed. */
function hintAtSeeds(
	{ hints }: ExecutionContext,
	{ inputs, variations }: Run,
	{ app, drawnSeeds, files, values }: CheckedValues,
	isRepeated: boolean,
): void {
	if (variations > 1 && drawnSeeds.length === 0)
		hints.add(
			say`App ${inputs.appId} has no seed input without a value in 'Override Inputs', so the variations of an item may be the same.`,
		);
	const seeds = app.seeds.map(({ key }) => Number(ownMember(values, key)));
	// -1 is random for many apps.
	const isFixed = drawnSeeds.length === 0 && seeds.length > 0 && seeds.every((seed) => seed >= 0);
	// Files are compared by the names of their fields only.
	const isSame = isRepeated && Object.keys(files).length === 0;
	if (isFixed && isSame)
		hints.count(
			'same inputs',
			(items) =>
				say`The inputs of ${counted(items, 'item')} equal those of an earlier item, seed included, so their results may look alike, each at full cost. To get different results, set the option 'Seed Mode' to 'Random for Each Item'. To create one task for equal items, add a Remove Duplicates node before this one.`,
		);
}

const OVER_BILLED =
	"More than 'Max Billed Seconds' was used: tasks that already ran were billed in full. To exceed it by one task at most, set 'Max Tasks at a Time' to 1.";

const UNKNOWN_SECONDS =
	"The service doesn't tell the billed seconds of some tasks, so 'Max Billed Seconds' counts the time that they took.";

/** Runs one task of an item. Its result, or its error, tells of the tasks that were sent before it. */
async function runTaskOfItem(context: ExecutionContext, run: TaskToRun): Promise<ItemResult> {
	const { beforeCreate, ctx, hints, ledger, ports } = context;
	const { delivery, inputs, key, limits, variation } = run;
	// Nothing was sent that could be stopped.
	if (beforeCreate.aborted && isToCreate(context, key)) throw executionCanceled();
	const result = await settle(() => runItem(context, run));
	const entry = ledger.read(key);
	if (limits.maxBilledSeconds !== undefined) {
		const isOver = ports.spending.billedSeconds() > limits.maxBilledSeconds;
		if (isOver && openPanel(ctx, 0).number(maxAtATime) > 1) hints.add(OVER_BILLED);
		if (entry?.tasks.some(({ cost }) => cost === 'unknown')) hints.add(UNKNOWN_SECONDS);
	}
	if (!result.ok) {
		if (!(result.error instanceof AiAppError)) throw result.error;
		throw withEarlier(result.error, entry).about({ appId: inputs.appId, variation });
	}
	if (idsWithoutResult(entry).length === 0) return result.value;
	const items = withEarlierTasks(result.value.items, entry, delivery);
	return { ...result.value, items, billedSeconds: billedOf(entry) };
}
