import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { createOrAttach, runAndWait, type KnownTask } from '../../../../client/index';
import type { Batch } from '../../batch';
import { createdItem } from '../../io/items';
import { deliverResult } from '../../results';
import type { ItemResult } from '../operation';
import { readResultOptions } from '../resultOptions';
import { readWaitOptions } from '../waitOptions';
import { appLocator } from './appLocator';
import { completionProperties } from './completion.properties';
import { prepareTask, type PreparedTask } from './prepareTask';
import { readCallbackHeaders } from './readCallback';
import { inputProperties } from './runInputs.properties';
import { runOptionProperties } from './runOptions.properties';

const displayOptions = { show: { resource: ['app'], operation: ['run'] } };

export const description: INodeProperties[] = updateDisplayOptions(displayOptions, [
	appLocator,
	...inputProperties,
	...completionProperties,
	...runOptionProperties,
]);

/** The service asks clients to hold a connection for at least this long (spec: Limits). */
const SHORTEST_HOLD_MS = 60_000;

/** Creates a task for the item and, if asked for, waits for its result. At most one task is paid for. */
export async function execute(batch: Batch, itemIndex: number): Promise<ItemResult> {
	const mode = readCompletion(batch);
	const pause = mode === 'pause' ? batch.pause() : undefined;
	const wait = readWaitOptions(batch, itemIndex, pause?.limitMs);
	const prepared = await prepareTask(batch, itemIndex);
	const { appId, seeds } = prepared;
	const key = batch.ledgerKey(prepared.work);
	// The callback of a task of another execution would go there: such a one is looked at instead.
	const sleeps = pause && (pause.isContinued || !batch.ledger.read(key));
	const completion = pause && !sleeps ? 'poll' : mode;
	const attempt = {
		key,
		appId,
		order: orderOf(batch, itemIndex, prepared, callbackOf(batch, itemIndex, completion)),
		seeds,
		holdMs: completion === 'hold' ? Math.max(wait.maxWaitMs, SHORTEST_HOLD_MS) : undefined,
		patienceMs: wait.maxWaitMs,
		createWhenUnsure: flag(batch, itemIndex, 'createWhenUnsure'),
		signal: batch.signal,
	};
	const ports = { ...batch, tasks: batch.client.tasks };

	if (completion === 'none' || completion === 'notify' || sleeps) {
		const { requestId, attached, ...created } = await createOrAttach(ports, attempt);
		const task = { requestId, appId, seeds: created.seeds };
		return { items: [createdItem(task)], delivers: [key], ...(pause && awaiting(task, attached)) };
	}
	const { finished, result } = await runAndWait(ports, attempt, wait);
	// A task that goes on is attached to by a later try, not paid for again.
	const delivers = finished ? [key] : [];
	if (pause) return { items: [createdItem(result)], delivers, ...awaiting(result, true) };
	const items = await deliverResult(batch, result, readResultOptions(batch, itemIndex));
	return { items, delivers, task: result.task };
}

function awaiting({ requestId, appId, seeds }: KnownTask, attached: boolean) {
	return { awaits: { task: { requestId, appId, seeds }, attached } };
}

/** One mode for all items, because the execution sleeps for them together. An agent is always waited for. */
function readCompletion({ fns, isTool }: Batch): string {
	const completion = String(fns.getNodeParameter('completion', 0, 'poll'));
	return isTool && completion === 'pause' ? 'poll' : completion;
}

/** The headers by which the service calls back, for the modes in which it does. */
function callbackOf(batch: Batch, itemIndex: number, completion: string) {
	if (completion === 'notify') return readCallbackHeaders(batch, itemIndex);
	if (completion !== 'pause') return undefined;
	// The address itself proves where a call comes from, so the callback token stays here.
	const url = batch.pause().callbackUrl(itemIndex);
	return batch.client.callbackHeaders({ url, token: undefined, headers: [] });
}

function orderOf(
	batch: Batch,
	itemIndex: number,
	{ appId, inputValues }: PreparedTask,
	callbackHeaders: Record<string, string> | undefined,
) {
	const suppressPreviewOutput = flag(batch, itemIndex, 'suppressPreviewOutput');
	return async () => ({
		appId,
		inputValues: await inputValues(),
		suppressPreviewOutput,
		...(callbackHeaders && { callbackHeaders }),
	});
}

function flag({ fns }: Batch, itemIndex: number, name: string): boolean {
	return fns.getNodeParameter(`options.${name}`, itemIndex, false) === true;
}
