import type { INodeProperties } from 'n8n-workflow';
import {
	AiAppError,
	billedOf,
	counted,
	executionCanceled,
	hashOf,
	idsWithoutResult,
	ownMember,
	say,
	settle,
	settleSync,
	withEarlier,
	type LedgerEntry,
	type Settled,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import {
	isToCreate,
	rejectedWork,
	requireFewWorks,
	type ItemResult,
	type OperationOption,
	type PreparedWork,
	type Work,
} from '../operation';
import { withEarlierTasks, type ItemShape } from '../../io/items/taskItems';
import { readNumber } from '../../parameters/readParameter';
import { appWithForm } from '../../parameters/appLocator';
import { maxAtATime } from '../../parameters/result.description';
import { checkTask, type CheckedValues } from './checkValues';
import { readAllFileHeads, type FileHeads } from './itemFileHeads';
import { readForm } from './readForm';
import { givenFor, readRun, hashOfTyped, type Run } from './readRun';
import { inputProperties, overrideInputs } from './runInputs.description';
import { runItem, type CheckedRun } from './runItem';
import { runOptionProperties } from './runOptions.description';
import { inputsFor } from './userInputs';
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

type Forms = ReadonlyMap<number, Settled<AppForm>>;

/**
 * Reads and checks all items before any task is created. Items that an earlier attempt has sent
 * don't need the app: they are checked only if their task has to be created again.
 */
export async function prepare(
	context: ExecutionContext,
	itemCount: number,
): Promise<PreparedWork[]> {
	const { breaks } = context;
	const read = await breaks.map(Array.from({ length: itemCount }), (_, itemIndex) =>
		settleSync(() => readRun(context, itemIndex)),
	);
	requireFewWorks(read.reduce((sum, run) => sum + (run.ok ? run.value.variations : 1), 0));
	const claimed = await claimKeys(context, read);
	const forms = await readForms(context, claimed);
	const runs = await fitInputs(context, claimed, forms);
	const heads = await readHeads(context, runs);
	const works = await breaks.map(runs, (run, itemIndex) => {
		const checked = run.ok ? checkRun(context, run.value, forms, heads) : run;
		if (checked.ok) return worksOfItem(context, checked.value);
		return [rejectedWork(context, itemIndex, checked.error)];
	});
	return works.flat();
}

/** The works of an item, one for each of its variations. */
function worksOfItem(context: ExecutionContext, { keys, ...item }: ClaimedRun): PreparedWork[] {
	return keys.map((key, n) => {
		const variation = keys.length > 1 ? n + 1 : undefined;
		const work: Work = () => runVariation(context, { ...item, key, variation });
		const limits = isToCreate(context, key) ? item.limits : undefined;
		return { itemIndex: item.itemIndex, variation, limits, work: { ok: true, value: work } };
	});
}

/** An item with the key of each of its variations in the ledger. */
type ClaimedRun = Omit<CheckedRun, 'key' | 'variation'> & {
	readonly keys: readonly string[];
	/** Whether an earlier item gets the same values. */
	readonly isRepeated?: boolean;
};

function claimKeys(
	context: ExecutionContext,
	runs: readonly Settled<Run>[],
): Promise<readonly Settled<ClaimedRun>[]> {
	const typed = hashOfTyped(context);
	return context.breaks.map(runs, (run) => {
		if (!run.ok) return run;
		const { inputs, itemIndex, variations } = run.value;
		const work = { ...givenFor(inputs), itemIndex, typed };
		const keys = Array.from({ length: variations }, (_, n) =>
			context.ledger.claim({ ...work, part: n + 1 }),
		);
		return { ok: true, value: { ...run.value, keys } };
	});
}

/** Fits the inputs of each item to its app, except for items whose tasks were already sent. */
function fitInputs(
	context: ExecutionContext,
	runs: readonly Settled<ClaimedRun>[],
	forms: Forms,
): Promise<readonly Settled<ClaimedRun>[]> {
	const seen = new Set<string>();
	return context.breaks.map(runs, (run) => {
		if (!run.ok) return run;
		const { inputs: own } = run.value;
		const form = isSent(context, run.value) ? undefined : forms.get(own.appId);
		const inputs = form?.ok ? inputsFor(own, form.value.app) : own;
		const given = hashOf(givenFor(inputs));
		const isRepeated = seen.has(given);
		seen.add(given);
		return { ok: true, value: { ...run.value, inputs, isRepeated } };
	});
}

/** Whether an earlier attempt has sent a task: then there may be nothing left to create. */
function isSent(context: ExecutionContext, { keys }: ClaimedRun): boolean {
	return keys.some((key) => !isToCreate(context, key));
}

/** Reads each app once, and retries as long as the shortest wait time of its items allows. */
async function readForms(
	context: ExecutionContext,
	runs: readonly Settled<ClaimedRun>[],
): Promise<Forms> {
	const retryMs = new Map<number, number>();
	for (const run of runs) {
		if (!run.ok || isSent(context, run.value)) continue;
		const { inputs, retryForMs } = run.value;
		retryMs.set(inputs.appId, Math.min(retryForMs, retryMs.get(inputs.appId) ?? Infinity));
	}
	const reading = [...retryMs].map(
		async ([appId, ms]) => [appId, await settle(() => readForm(context, appId, ms))] as const,
	);
	return new Map(await Promise.all(reading));
}

/** Reads the beginnings of the files of all items that are still to be sent. */
function readHeads(context: ExecutionContext, runs: readonly Settled<ClaimedRun>[]) {
	const unsent = runs.flatMap((run) => (run.ok && !isSent(context, run.value) ? run.value : []));
	return readAllFileHeads(context, unsent);
}

function checkRun(
	context: ExecutionContext,
	run: ClaimedRun,
	forms: Forms,
	heads: ReadonlyMap<number, FileHeads>,
): Settled<ClaimedRun> {
	const form = forms.get(run.inputs.appId);
	const files = heads.get(run.itemIndex);
	if (!form || !files) return { ok: true, value: run };
	const checked = form.ok
		? settleSync(() => checkTask(context, run.inputs, form.value, files))
		: form;
	if (!checked.ok) return { ok: false, error: withAppId(run, checked.error) };
	hintAtSeeds(context, run, checked.value);
	return { ok: true, value: { ...run, checked: checked.value } };
}

/** Warns about variations without a random seed, and about equal items with the same fixed seed. */
function hintAtSeeds(
	{ hints }: ExecutionContext,
	{ inputs, isRepeated, variations }: ClaimedRun,
	{ app, drawnSeeds, files, values }: CheckedValues,
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

/** Runs one task of the item: the only one, or that of one variation. */
async function runVariation(context: ExecutionContext, run: CheckedRun): Promise<ItemResult> {
	const { key } = run;
	// Nothing was sent that could be stopped.
	if (context.beforeCreate.aborted && isToCreate(context, key)) throw executionCanceled();
	const result = await settle(() => runItem(context, run));
	const isOver = context.ports.spending.billedSeconds() > (run.limits.maxBilledSeconds ?? Infinity);
	if (isOver && readNumber(context.ctx, 0, maxAtATime) > 1) context.hints.add(OVER_BILLED);
	hintAtUnknownSeconds(context, run);
	if (!result.ok) throw aboutRun(context, run, result.error);
	return resultWithEarlier(result.value, context.ledger.read(key), run.delivery);
}

const UNKNOWN_SECONDS =
	"The service doesn't tell the billed seconds of some tasks, so 'Max Billed Seconds' counts the time that they took.";

function hintAtUnknownSeconds(
	{ hints, ledger }: ExecutionContext,
	{ key, limits }: CheckedRun,
): void {
	const isUnknown = ledger.read(key)?.tasks.some(({ cost }) => cost === 'unknown');
	if (limits.maxBilledSeconds !== undefined && isUnknown) hints.add(UNKNOWN_SECONDS);
}

/** A result with the earlier tasks of its work, and with what all of them were billed. */
function resultWithEarlier(
	result: ItemResult,
	entry: LedgerEntry | undefined,
	shape: ItemShape,
): ItemResult {
	if (idsWithoutResult(entry).length === 0) return result;
	const items = withEarlierTasks(result.items, entry, shape);
	return { ...result, items, billedSeconds: billedOf(entry) };
}

function withAppId({ inputs }: Pick<Run, 'inputs'>, error: unknown) {
	return error instanceof AiAppError ? error.about({ appId: inputs.appId }) : error;
}

/** An error of an item names its app, its variation, and the tasks that were sent for it before. */
function aboutRun({ ledger }: ExecutionContext, run: CheckedRun, error: unknown) {
	if (!(error instanceof AiAppError)) return error;
	const { key, inputs, variation } = run;
	return withEarlier(error, ledger.read(key)).about({ appId: inputs.appId, variation });
}
