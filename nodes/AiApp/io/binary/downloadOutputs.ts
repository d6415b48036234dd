import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import {
	downloadFile,
	givenFileName,
	runPool,
	type DownloadPorts,
	type TaskResult,
} from '../../../../client/index';
import { taskItems, type FetchedFile, type ItemShape } from '../items/taskItems';

/** Files of one task that are fetched at the same time. */
const CONCURRENT_FILES = 3;

/** What a download needs from its execution. */
export type FetchPorts = DownloadPorts<IBinaryData> & {
	/** Hosts of the credential, which may be private. */
	readonly ownHosts: readonly string[];
	readonly signal: AbortSignal | undefined;
};

export type FileOptions = {
	readonly downloadFiles: boolean;
	readonly maxFileBytes: number;
	/** What the user calls the files; empty: as the service does. */
	readonly fileName: string;
	/** Which variation of the item the task is. */
	readonly variation?: number | undefined;
};

/**
 * Turns a result into items, with its usable files if they are to be downloaded.
 * @throws AiAppError kind `download`, `expired` or `too_large`; the result then stays at the service
 */
export async function deliverResult(
	ports: FetchPorts,
	result: TaskResult,
	delivery: ItemShape & FileOptions,
): Promise<INodeExecutionData[]> {
	const files = delivery.downloadFiles ? await fetchFiles(ports, result, delivery) : [];
	return taskItems(result, files, delivery);
}

async function fetchFiles(
	ports: FetchPorts,
	result: TaskResult,
	{ maxFileBytes: maxBytes, fileName, variation }: FileOptions,
): Promise<FetchedFile[]> {
	const { http, clock, sink, ownHosts, signal } = ports;
	const { requestId, appId, of, task, outputs } = result;
	const wanted = outputs.flatMap((output, index) =>
		output.ok && output.url ? [{ output, index, url: output.url }] : [],
	);
	const fetched = await runPool(wanted, CONCURRENT_FILES, async ({ output, index, url }, n) => ({
		index,
		data: await downloadFile(
			{ http, clock, sink },
			{
				url,
				fileName: givenFileName(fileName, n, output.fileName, variation),
				mimeType: output.mimeType,
				maxBytes,
				ownHosts,
				signal,
				about: { requestId, appId, of, status: task.status, billedSeconds: task.billedSeconds },
				expiresAt: task.expiresAt,
			},
		),
	}));
	return fetched.flatMap((outcome) => {
		if (outcome?.ok === false) throw outcome.error;
		return outcome ? [outcome.value] : [];
	});
}
