import { createHash } from 'node:crypto';
import {
	AiAppError,
	canonicalJson,
	settle,
	type FileSource,
	type WaitEnd,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { ItemResult } from '../../execution/operation';
import { afterEqualWork, findResult, rememberResult } from '../../execution/reusableResults';
import { deliverResult } from '../../io/binary/downloadOutputs';
import { asReused } from '../../io/items/taskExtras';
import type { CheckedTask } from './prepareTask';
import type { Run } from './readRun';

type RunAnew = () => Promise<{ readonly end: WaitEnd; readonly result: ItemResult }>;

/**
 * Returns the result of equal work that this process has done before, else does it. Not for work with
 * drawn seeds, which is never equal, nor for work that an earlier attempt of the execution has begun.
 */
export async function reuseOr(
	context: ExecutionContext,
	run: Run,
	checked: CheckedTask | undefined,
	deadline: number,
	runAnew: RunAnew,
): Promise<ItemResult> {
	const isEqualToOthers = run.repeats.reuseResults && !run.given.randomSeeds;
	if (!isEqualToOthers || !checked) return (await runAnew()).result;
	const key = await identityOf(context, run, checked);
	return afterEqualWork(context, key, deadline, async () => {
		const reused = await reusedResult(context, run, key);
		if (reused) {
			context.ports.spending.reuse();
			return reused;
		}
		const { end, result } = await runAnew();
		if (end.finished) rememberResult(key, end.result);
		return result;
	});
}

async function reusedResult(
	context: ExecutionContext,
	{ given, delivery }: Run,
	key: string,
): Promise<ItemResult | undefined> {
	const found = await findResult(context, key);
	if (!found) return undefined;
	const { appId } = given;
	const known = { ...found, appId, appName: context.appName(appId) };
	const items = await settle(() => deliverResult(context, known, delivery));
	if (!items.ok) {
		if (items.error instanceof AiAppError && items.error.kind === 'expired') return undefined;
		throw items.error;
	}
	return { items: asReused(items.value), isReused: true };
}

/** The account, and a hash of everything that decides on a result. */
async function identityOf(
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
