import { createHash } from 'node:crypto';
import {
	AiAppError,
	assertSuccess,
	canonicalJson,
	readOutputs,
	retry,
	settle,
	type FileSource,
	type TaskResult,
	type WaitEnd,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult } from '../../execution/operation';
import { deliverResult } from '../../io/binary/downloadOutputs';
import { asReused } from '../../io/items/taskExtras';
import { processMemory } from '../../io/processMemory';
import { checkTask, type CheckedTask } from './prepareTask';
import type { Run } from './readRun';

/** In characters, with its key. */
const WEIGHT = 200;
/** The clocks of the service and of this machine may differ, and files take time to download. */
const EXPIRY_MARGIN_MS = 10 * 60_000;

/** The request IDs of finished tasks: nothing of their inputs or outputs. */
const finished = processMemory.section<string>('results');

/**
 * Returns the result of equal work that this process has finished, else does it. Not for work with
 * drawn seeds, which is never equal, nor for work that an earlier attempt of the execution has begun.
 */
export async function reuseOr(
	context: ExecutionContext,
	run: Run,
	checked: CheckedTask | undefined,
	runAnew: () => Promise<{ readonly end: WaitEnd; readonly result: ItemResult }>,
): Promise<ItemResult> {
	if (!run.repeats.reuseResults || run.given.randomSeeds) return (await runAnew()).result;
	const { appId } = run.given;
	const key = checked && (await keyOf(context, run, checked));
	const found = key && (await findResult(context, key));
	if (found) {
		const known = { ...found, appId, appName: context.appName(appId) };
		const items = await settle(() => deliverResult(context, known, run.delivery));
		if (items.ok) {
			context.ports.spending.reuse();
			return { items: asReused(items.value), isReused: true };
		}
		if (!(items.error instanceof AiAppError && items.error.kind === 'expired')) throw items.error;
	}
	const { end, result } = await runAnew();
	if (!end.finished) return result;
	const done = await settle(async () => key ?? keyOf(context, run, await checkNow(context, run)));
	if (done.ok) rememberResult(done.value, end.result);
	return result;
}

/** The values that an earlier attempt has sent. Their result is there, so it doesn't wait for the app. */
async function checkNow(context: ExecutionContext, { given }: Run): Promise<CheckedTask> {
	const form = await context.appForm(given.appId, 0);
	if (!form.ok) throw form.error;
	return checkTask(context, given, form.value);
}

/**
 * The result of equal work, if the service still has all of its outputs. Undefined if there is none,
 * or whenever that is not certain.
 */
export async function findResult(
	{ client: { tasks }, clock, signal }: Pick<ExecutionContext, 'client' | 'clock' | 'signal'>,
	key: string,
): Promise<TaskResult | undefined> {
	const requestId = finished.get(key);
	if (requestId === undefined) return undefined;
	const found = await settle(async () => {
		const task = await retry(() => tasks.status(requestId, signal), clock, signal);
		const outputs = await readOutputs(tasks, clock, { requestId, task }, signal);
		return assertSuccess({ requestId, task, outputs });
	});
	if (!found.ok || !isComplete(found.value)) return undefined;
	const { expiresAt } = found.value.task;
	const lasts =
		expiresAt === undefined || Date.parse(expiresAt) > clock.wallNow() + EXPIRY_MARGIN_MS;
	return lasts ? found.value : undefined;
}

export function rememberResult(key: string, result: TaskResult): void {
	if (isComplete(result)) finished.set(key, result.requestId, WEIGHT);
}

/** The user may run the app again for what was missing. */
function isComplete({ outputs }: TaskResult): boolean {
	return outputs.every(({ ok }) => ok);
}

/** The account, and a hash of everything that decides on a result. */
async function keyOf(
	{ account }: ExecutionContext,
	{ given: { appId, files }, suppressPreviewOutput }: Run,
	{ fields, values, references }: CheckedTask,
): Promise<string> {
	const contents = await Promise.all(
		Object.entries(references).map(async ([key, { binaryField }]) => [
			key,
			await contentOf(await files.source(binaryField)),
		]),
	);
	const work = { appId, fields, values, contents, suppressPreviewOutput };
	return `${account}:${createHash('sha256').update(canonicalJson(work)).digest('hex')}`;
}

/** The service tells the type of a file by its extension. */
async function contentOf({ name, open }: FileSource): Promise<readonly string[]> {
	const hash = createHash('sha256');
	for await (const chunk of await open()) hash.update(chunk);
	return [hash.digest('hex'), name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
}
