import type { INodeProperties } from 'n8n-workflow';
import { settle, settleSync, runPool, type Settled } from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';
import type { OperationOption, Work } from '../../execution/operation';
import { appLocator } from '../parameters/appLocator';
import { waitModeProperties } from './waitMode.description';
import { withoutTwins } from './idempotencyKey';
import { aboutApp } from './givenTask';
import { checkTask, readForm } from './prepareTask';
import { inputProperties } from './runInputs.description';
import { runOptionProperties } from './runOptions.description';
import { readRun, runTask, type Run } from './runItem';

export const option: OperationOption = {
	name: 'Run',
	description: 'Run an app and get the files it creates',
	action: 'Run app',
};

export const description: INodeProperties[] = [
	appLocator,
	...inputProperties,
	...waitModeProperties,
	...runOptionProperties,
];

/** Items whose parameters and files are read at the same time. */
const READ_AT_ONCE = 50;

/** The settings of an item, with its place in the ledger. */
type ClaimedRun = Run & {
	readonly key: string;
	/** Whether an earlier attempt has sent it: then there may be nothing left to create. */
	readonly isSent: boolean;
};

type Forms = ReadonlyMap<number, Settled<AppForm>>;

/**
 * Reads and checks all items before any task is created. Items that an earlier attempt has sent
 * don't need the app: they are checked only if their task has to be created again.
 */
export async function prepare(
	context: ExecutionContext,
	itemCount: number,
): Promise<Settled<Work>[]> {
	const indexes = Array.from({ length: itemCount }, (_, index) => index);
	const read = await runPool(indexes, READ_AT_ONCE, (itemIndex) => readRun(context, itemIndex));
	const runs = claimed(context, withoutTwins(read.flatMap((run) => run ?? [])));
	const forms = await readForms(context, runs);
	return runs.map((run) => (run.ok ? checked(context, run.value, forms) : run));
}

function claimed(
	{ ledger }: ExecutionContext,
	runs: readonly Settled<Run>[],
): readonly Settled<ClaimedRun>[] {
	const keys = ledger.claim(runs.flatMap((run) => (run.ok ? run.value.given.work : []))).values();
	return runs.map((run) => {
		if (!run.ok) return run;
		const key = keys.next().value ?? '';
		const entry = ledger.read(key);
		const isSent = entry !== undefined && !(entry.state === 'sent' && run.value.retryUnconfirmed);
		return { ok: true, value: { ...run.value, key, isSent } };
	});
}

/** Reads each app once, and retries for as long as its item with the shortest wait allows. */
async function readForms(
	context: ExecutionContext,
	runs: readonly Settled<ClaimedRun>[],
): Promise<Forms> {
	const retryMs = new Map<number, number>();
	for (const run of runs) {
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
	if (run.isSent || !form) return { ok: true, value: () => runTask(context, run, run.key) };
	if (!form.ok) return form;
	const task = settleSync(() => checkTask(context, run.given, form.value));
	if (!task.ok) return { ok: false, error: aboutApp(task.error, run.given.appId) };
	return { ok: true, value: () => runTask(context, run, run.key, task.value) };
}
