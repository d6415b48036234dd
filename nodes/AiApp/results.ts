import type { INodeExecutionData } from 'n8n-workflow';
import { downloadFile, mimeTypeOf, runPool, type TaskResult } from '../../client/index';
import type { Batch } from './batch';
import { fileNameOf, taskItems, type FetchedFile, type ItemShape } from './io/taskItems';

/** Files of one task that are fetched at the same time. */
const CONCURRENT_FILES = 3;

type Delivery = ItemShape & { readonly downloadFiles: boolean; readonly maxFileBytes: number };

/**
 * Turns a result into items, with its usable files when they are asked for.
 * @throws AiAppError kind `download`, `expired` or `too_large`; the result stays at the service then
 */
export async function deliverResult(
	batch: Batch,
	result: TaskResult,
	delivery: Delivery,
): Promise<INodeExecutionData[]> {
	const files = delivery.downloadFiles
		? await fetchFiles(batch, result, delivery.maxFileBytes)
		: [];
	return taskItems(result, files, delivery);
}

async function fetchFiles(
	batch: Batch,
	result: TaskResult,
	maxBytes: number,
): Promise<FetchedFile[]> {
	const { requestId, appId, task, outputs } = result;
	const wanted = outputs.flatMap((output, index) =>
		output.ok && output.url ? [{ output, index, url: output.url }] : [],
	);
	const fetched = await runPool(wanted, CONCURRENT_FILES, async ({ output, index, url }) => ({
		index,
		data: await downloadFile(batch, {
			url,
			fileName: fileNameOf(requestId, index, output),
			mimeType: mimeTypeOf(output.ext),
			maxBytes,
			ownHosts: batch.ownHosts,
			signal: batch.signal,
			about: { requestId, appId, status: task.status },
			expiresAt: task.expiresAt,
		}),
	}));
	return fetched.flatMap((outcome) => {
		if (outcome?.ok === false) throw outcome.error;
		return outcome ? [outcome.value] : [];
	});
}
