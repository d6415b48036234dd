import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { createOrAttach, runAndWait } from '../../../../client/index';
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
	const completion = String(batch.fns.getNodeParameter('completion', itemIndex, 'poll'));
	const wait = readWaitOptions(batch, itemIndex);
	const prepared = await prepareTask(batch, itemIndex);
	const { appId, seeds } = prepared;
	const key = batch.ledgerKey(prepared.work);
	const holdMs = Math.max(wait.maxWaitMs, SHORTEST_HOLD_MS);
	const attempt = {
		key,
		appId,
		order: orderOf(batch, itemIndex, prepared, completion),
		seeds,
		holdMs: completion === 'hold' ? holdMs : undefined,
		patienceMs: wait.maxWaitMs,
		createWhenUnsure: flag(batch, itemIndex, 'createWhenUnsure'),
		signal: batch.signal,
	};
	const ports = { ...batch, tasks: batch.client.tasks };

	if (completion === 'none' || completion === 'notify') {
		const created = await createOrAttach(ports, attempt);
		return { items: [createdItem(created.requestId, appId, created.seeds)], delivers: [key] };
	}
	const { finished, result } = await runAndWait(ports, attempt, wait);
	const items = await deliverResult(batch, result, readResultOptions(batch, itemIndex));
	// A task that goes on is attached to by a later try, not paid for again.
	return { items, delivers: finished ? [key] : [], task: result.task };
}

function orderOf(
	batch: Batch,
	itemIndex: number,
	{ appId, inputValues }: PreparedTask,
	completion: string,
) {
	const suppressPreviewOutput = flag(batch, itemIndex, 'suppressPreviewOutput');
	const callback =
		completion === 'notify' ? { callbackHeaders: readCallbackHeaders(batch, itemIndex) } : {};
	return async () => ({
		appId,
		inputValues: await inputValues(),
		suppressPreviewOutput,
		...callback,
	});
}

function flag({ fns }: Batch, itemIndex: number, name: string): boolean {
	return fns.getNodeParameter(`options.${name}`, itemIndex, false) === true;
}
