import { createHash } from 'node:crypto';
import {
	AiAppError,
	assertSuccess,
	canonicalJson,
	fetchOutputs,
	retryFor,
	settle,
	type FileSource,
	type TaskResult,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult } from '../../execution/operation';
import { deliverResult } from '../../io/binary/downloadOutputs';
import { asReused } from '../../io/items/taskItems';
import { processMemory } from '../../io/processMemory';
import type { ResultOptions } from '../parameters/resultOptions';

/** In characters, with its key. */
const WEIGHT = 200;
/** The clocks of the service and of this machine may differ, and files take time to download. */
const EXPIRY_MARGIN_MS = 10 * 60_000;

/** After so long, the task is created instead. */
const MAX_LOOKUP_MS = 60_000;

/** The request IDs of finished tasks: nothing of their inputs or outputs. */
const finished = processMemory.paid('results');

type Reusing = {
	readonly appId: number;
	/** Of the item. */
	readonly deadline: number;
	readonly delivery: ResultOptions;
};

/**
 * The items of equal work that this process has finished.
 * @param reuseKey undefined if results aren't reused, or an earlier attempt has begun the work
 */
export async function reusedResult(
	context: ExecutionContext,
	{ appId, deadline, delivery }: Reusing,
	reuseKey: string | undefined,
): Promise<ItemResult | undefined> {
	const found = reuseKey && (await findResult(context, `${context.account}:${reuseKey}`, deadline));
	if (!found) return undefined;
	const known = { ...found, appId, appName: context.appName(appId) };
	const items = await settle(() => deliverResult(context, known, delivery));
	if (items.ok) {
		context.ports.spending.reuse();
		return { items: asReused(items.value), isReused: true, isRemembered: true, result: known };
	}
	if (items.error instanceof AiAppError && items.error.kind === 'expired') return undefined;
	throw items.error;
}

/**
 * Remembers a result for equal work. The ledger knows what was sent, and by which attempt: seeds,
 * options and the app may have changed since.
 * @returns whether an equal task can reuse it
 */
export function rememberSent(
	{ account, ledger }: ExecutionContext,
	key: string,
	result: TaskResult,
): boolean {
	const sent = ledger.read(key)?.tasks.at(-1)?.reuseKey;
	return sent !== undefined && rememberResult(`${account}:${sent}`, result);
}

/**
 * The result of equal work, if the service still has all of its outputs. Undefined if there is none,
 * or whenever that is not certain.
 */
export async function findResult(
	{ client: { tasks }, clock, signal }: Pick<ExecutionContext, 'client' | 'clock' | 'signal'>,
	key: string,
	deadline: number,
): Promise<TaskResult | undefined> {
	const requestId = finished.get(key);
	if (requestId === undefined) return undefined;
	// Half of the time stays for a task of its own.
	const forMs = Math.min(MAX_LOOKUP_MS, (deadline - clock.now()) / 2);
	const found = await settle(async () => {
		const task = await retryFor(() => tasks.status(requestId, signal), clock, forMs, signal);
		const outputs = await fetchOutputs(tasks, clock, { requestId, task }, signal);
		return assertSuccess({ requestId, task, outputs });
	});
	if (!found.ok || !isComplete(found.value)) return undefined;
	const { expiresAt } = found.value.task;
	const lasts =
		expiresAt === undefined || Date.parse(expiresAt) > clock.wallNow() + EXPIRY_MARGIN_MS;
	return lasts ? found.value : undefined;
}

export function rememberResult(key: string, result: TaskResult): boolean {
	if (!isComplete(result)) return false;
	finished.set(key, result.requestId, WEIGHT);
	return true;
}

/** The user may run the app again for what was missing. */
function isComplete({ outputs }: TaskResult): boolean {
	return outputs.every(({ ok }) => ok);
}

export async function reuseKeyOf(
	work: Readonly<Record<string, unknown>>,
	files: Readonly<Record<string, Promise<FileSource>>>,
): Promise<string> {
	const contents = await Promise.all(
		Object.entries(files).map(async ([key, file]) => [key, await contentOf(await file)]),
	);
	return createHash('sha256')
		.update(canonicalJson({ ...work, contents }))
		.digest('hex');
}

/** The service tells the type of a file by its extension. */
async function contentOf({ name, open }: FileSource): Promise<readonly string[]> {
	const hash = createHash('sha256');
	for await (const chunk of await open()) hash.update(chunk);
	return [hash.digest('hex'), name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
}
