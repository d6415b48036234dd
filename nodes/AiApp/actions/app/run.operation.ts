import type { INodeProperties } from 'n8n-workflow';
import {
	AiAppError,
	needsTask,
	runPool,
	say,
	settle,
	settleSync,
	spentIds,
	withEarlier,
	type Settled,
} from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult, OperationOption, PreparedWork, Work } from '../../execution/operation';
import { withEarlierIds } from '../../io/items/taskExtras';
import { appLocator } from '../parameters/appLocator';
import { waitModeProperties } from './waitMode.description';
import { otherInputs, withoutTwins } from './idempotencyKey';
import { aboutApp } from './givenTask';
import { checkTask, readForm, type CheckedTask } from './prepareTask';
import { readRun, type Run } from './readRun';
import { inputProperties } from './runInputs.description';
import { runOptionProperties } from './runOptions.description';
import { runTask } from './runItem';

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

/** Items whose parameters and files are read at the same time. */
const READ_AT_ONCE = 50;

/** A task to create: its settings, and its place in the ledger. */
type ClaimedRun = Run & {
	readonly key: string;
	/** Whether an earlier attempt has sent it: then there may be nothing left to create. */
	readonly isSent: boolean;
};

type Piece<Of> = { readonly itemIndex: number; readonly run: Settled<Of> };

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
	const runs = withoutTwins(read.flatMap((run) => run ?? []));
	const pieces = claimed(context, runs.flatMap(variationsOf));
	const forms = await readForms(context, pieces);
	const works = pieces.map(({ itemIndex, run }) => {
		const work = run.ok ? checked(context, run.value, forms) : run;
		return { itemIndex, work, variation: run.ok ? run.value.variation : undefined };
	});
	const begun = new Set(works.flatMap(({ itemIndex, work }) => (work.ok ? itemIndex : [])));
	return works.flatMap(({ itemIndex, work, variation }): PreparedWork[] => {
		if (work.ok) return [{ itemIndex, work }];
		if (begun.has(itemIndex))
			return [{ itemIndex, work: { ok: false, error: ofVariation(work.error, variation) } }];
		// What doesn't fit an item is told once, by its first variation.
		return (variation ?? 1) > 1 ? [] : [{ itemIndex, work }];
	});
}

/** In the ledger they are equal work, which it tells apart by its order. */
function variationsOf(run: Settled<Run>, itemIndex: number): Piece<Run>[] {
	if (!run.ok || run.value.repeats.variations === 1) return [{ itemIndex, run }];
	return Array.from({ length: run.value.repeats.variations }, (_, index) => {
		const value = { ...run.value, variation: index + 1 };
		return { itemIndex, run: { ok: true, value } };
	});
}

function claimed(
	{ ledger }: ExecutionContext,
	pieces: readonly Piece<Run>[],
): readonly Piece<ClaimedRun>[] {
	const works = pieces.flatMap(({ run }) => (run.ok ? run.value.given.work : []));
	const keys = ledger.claim(works).values();
	return pieces.map(({ itemIndex, run }) => {
		if (!run.ok) return { itemIndex, run };
		const key = keys.next().value ?? '';
		if (ledger.hasOtherInputs(key)) return { itemIndex, run: { ok: false, error: otherInputs() } };
		const isSent = !needsTask(ledger.read(key), run.value.retryUnconfirmed);
		return { itemIndex, run: { ok: true, value: { ...run.value, key, isSent } } };
	});
}

/** Reads each app once, and retries for as long as its item with the shortest wait allows. */
async function readForms(
	context: ExecutionContext,
	pieces: readonly Piece<ClaimedRun>[],
): Promise<Forms> {
	const retryMs = new Map<number, number>();
	for (const { run } of pieces) {
		if (!run.ok || run.value.isSent) continue;
		const { given, retryForMs } = run.value;
		retryMs.set(given.appId, Math.min(retryForMs, retryMs.get(given.appId) ?? Infinity));
	}
	const reading = [...retryMs].map(
		async ([appId, ms]) => [appId, await settle(() => readForm(context, appId, ms))] as const,
	);
	return new Map(await Promise.all(reading));
}

function checked(context: ExecutionContext, run: ClaimedRun, forms: Forms): Settled<Work> {
	const form = forms.get(run.given.appId);
	if (run.isSent || !form) return { ok: true, value: () => runPiece(context, run) };
	const task = form.ok ? settleSync(() => checkTask(context, run.given, form.value)) : form;
	if (!task.ok) return { ok: false, error: aboutRun(context, run, task.error) };
	hintAtSeeds(context, run, task.value);
	return { ok: true, value: () => runPiece(context, run, task.value) };
}

/** Warns where options need a seed that can be drawn, or one that isn't. */
function hintAtSeeds(
	{ hints }: ExecutionContext,
	{ given, repeats }: Run,
	{ seeds }: CheckedTask,
): void {
	if (repeats.variations > 1 && Object.keys(seeds).length === 0)
		hints.add(
			say`App ${given.appId} has no seed input without a value in 'Override Inputs', so the variations of an item may be the same.`,
		);
	if (repeats.reuseResults && given.randomSeeds)
		hints.add("Results aren't reused, because each task has a random seed.");
}

async function runPiece(
	context: ExecutionContext,
	run: ClaimedRun,
	task?: CheckedTask,
): Promise<ItemResult> {
	const result = await settle(() => runTask(context, run, run.key, task));
	if (!result.ok) throw aboutRun(context, run, ofVariation(result.error, run.variation));
	const earlier = spentIds(context.ledger.read(run.key));
	return { ...result.value, items: withEarlierIds(result.value.items, earlier) };
}

/** An error of an item names its app, and the tasks that were sent for it before. */
function aboutRun({ ledger }: ExecutionContext, { key, given }: ClaimedRun, error: unknown) {
	const known = error instanceof AiAppError ? withEarlier(error, ledger.read(key)) : error;
	return aboutApp(known, given.appId);
}

/** A failed variation says which one it is. */
function ofVariation(error: unknown, variation: number | undefined): unknown {
	return error instanceof AiAppError ? error.about({ variation }) : error;
}
