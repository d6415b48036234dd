import type { INodeProperties } from 'n8n-workflow';
import {
	AiAppError,
	counted,
	isRepeated,
	needsTask,
	runPool,
	say,
	settle,
	settleSync,
	idsWithoutResult,
	withEarlier,
	type Settled,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult, OperationOption, PreparedWork, Work } from '../../execution/operation';
import { withEarlierIds } from '../../io/items/taskItems';
import { readNumber } from '../../io/readParameter';
import { appLocator } from '../parameters/appLocator';
import { maxTasksAtATime } from '../parameters/result.description';
import { checkTask, readForm, type CheckedValues } from './checkValues';
import { readRun, type Run } from './readRun';
import { inputProperties } from './runInputs.description';
import { runItem, type CheckedRun } from './runItem';
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
	appLocator,
	...inputProperties,
	...waitModeProperties,
	...runOptionProperties,
];

export const streams = true;

const READ_AT_ONCE = 50;

type Forms = ReadonlyMap<number, Settled<AppForm>>;

/**
 * Reads and checks all items before any task is created. Items that an earlier attempt has sent
 * don't need the app: they are checked only if their task has to be created again.
 */
export async function prepare(
	context: ExecutionContext,
	itemCount: number,
): Promise<PreparedWork[]> {
	const indexes = Array.from({ length: itemCount }, (_, index) => index);
	const read = await runPool(indexes, READ_AT_ONCE, (itemIndex) => readRun(context, itemIndex));
	const runs = claimKeys(
		context,
		read.flatMap((run) => run ?? []),
	);
	const forms = await readForms(context, runs);
	return runs.map((run, itemIndex) => {
		const checked = run.ok ? checkRun(context, run.value, forms) : run;
		if (!checked.ok) return { itemIndex, work: checked };
		const work: Work = (turn) => runTurn(context, checked.value, turn);
		return { itemIndex, work: { ok: true, value: work }, times: checked.value.variations };
	});
}

/** Claims the first task of each item; variations are equal work, which the ledger tells apart by its order. */
function claimKeys(
	{ ledger }: ExecutionContext,
	runs: readonly Settled<Run>[],
): readonly Settled<CheckedRun>[] {
	const keys = ledger.claim(runs.flatMap((run) => (run.ok ? run.value.work : []))).values();
	return runs.map((run) => {
		if (!run.ok) return run;
		return { ok: true, value: { ...run.value, key: keys.next().value ?? '' } };
	});
}

/** Whether an earlier attempt has sent a task: then there may be nothing left to create. */
function isSent({ ledger }: ExecutionContext, { key, variations }: CheckedRun): boolean {
	const entry = ledger.read(key);
	// Another variation may have a task that needs no app.
	return variations > 1 ? entry !== undefined : !needsTask(entry);
}

/** Reads each app once, and retries for as long as its item with the shortest wait allows. */
async function readForms(
	context: ExecutionContext,
	runs: readonly Settled<CheckedRun>[],
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

function checkRun(context: ExecutionContext, run: CheckedRun, forms: Forms): Settled<CheckedRun> {
	const form = forms.get(run.inputs.appId);
	if (!form || isSent(context, run)) return { ok: true, value: run };
	const checked = form.ok ? settleSync(() => checkTask(context, run.inputs, form.value)) : form;
	if (!checked.ok) return { ok: false, error: aboutRun(context, run, checked.error) };
	hintAtSeeds(context, run, checked.value);
	return { ok: true, value: { ...run, checked: checked.value } };
}

/** Warns where options need a seed that can be drawn, or one that isn't, and where items share one. */
function hintAtSeeds(
	{ hints }: ExecutionContext,
	{ inputs, key, variations }: CheckedRun,
	{ drawnSeeds, fields, values }: CheckedValues,
): void {
	if (variations > 1 && drawnSeeds.length === 0)
		hints.add(
			say`App ${inputs.appId} has no seed input without a value in 'Override Inputs', so the variations of an item may be the same.`,
		);
	const seeds = fields.filter(({ isSeed }) => isSeed).map((field) => Number(values[field.key]));
	// -1 is random for many apps.
	const isFixed = drawnSeeds.length === 0 && seeds.length > 0 && seeds.every((seed) => seed >= 0);
	if (isFixed && isRepeated(key))
		hints.count(
			'same inputs',
			(items) =>
				say`The inputs of ${counted(items, 'item')} equal those of an earlier item, seed included, so their results may look alike, each at full cost. To get different results, set the option 'Seed' to 'Random for Each Item'. To create one task for equal items, add a Remove Duplicates node before this one.`,
		);
}

const OVER_BILLED =
	"More than 'Max Billed Seconds' was used: tasks that already ran were billed in full. To exceed it by one task at most, set 'Max Tasks at a Time' to 1.";

/** Creates a task of the item: the only one, or one of its variations. */
async function runTurn(
	context: ExecutionContext,
	item: CheckedRun,
	turn: number,
): Promise<ItemResult> {
	const variation = item.variations > 1 ? turn : undefined;
	const [key = item.key] = turn > 1 ? context.ledger.claim([item.work]) : [];
	const run = { ...item, key, variation };
	// Nothing was sent that could be stopped.
	if (context.signal?.aborted && needsTask(context.ledger.read(key)))
		throw new AiAppError('execution_stopped', 'The execution was canceled');
	const result = await settle(() => runItem(context, run));
	const isOver = context.ports.spending.billedSeconds() > (run.limits.maxBilledSeconds ?? Infinity);
	if (isOver && readNumber(context.ctx, 0, maxTasksAtATime) > 1) context.hints.add(OVER_BILLED);
	if (!result.ok) throw aboutRun(context, run, result.error);
	const earlier = idsWithoutResult(context.ledger.read(key));
	return { ...result.value, items: withEarlierIds(result.value.items, earlier) };
}

/** An error of an item names its app, its variation, and the tasks that were sent for it before. */
function aboutRun({ ledger }: ExecutionContext, run: CheckedRun, error: unknown) {
	if (!(error instanceof AiAppError)) return error;
	const { key, inputs, variation } = run;
	return withEarlier(error, ledger.read(key)).about({ appId: inputs.appId, variation });
}
