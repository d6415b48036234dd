import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import {
	counted,
	deadlineIn,
	downloadFile,
	groupedDigits,
	hasEnded,
	MAX_OUTPUTS,
	userFileName,
	runPool,
	say,
	TRANSFER_TIMEOUT_MS,
	type DownloadPorts,
	type TaskResult,
} from '../../../../client/index';
import type { Hints } from '../executionHints';
import { isFileOutput, taskItems, type FetchedFile, type ItemShape } from '../items/taskItems';

const CONCURRENT_FILES = 3;
const FIRST_OUTPUTS = `An item contains up to ${groupedDigits(MAX_OUTPUTS)} outputs of a task. If the task has more, they are only available at the service.`;

export type FetchPorts = DownloadPorts<IBinaryData> & {
	/** Hosts of the credential, which may be private. */
	readonly ownHosts: readonly string[];
	readonly signal: AbortSignal | undefined;
	readonly hints: Pick<Hints, 'add' | 'count'>;
};

export type FileOptions = {
	readonly downloadFiles: boolean;
	readonly maxFileBytes: number;
	/** The user's name for the files; if empty, they get the service's names. */
	readonly fileName: string;
	readonly variation?: number | undefined;
};

/**
 * Turns a result into items, with its usable files if they are to be downloaded.
 * @throws AiAppError kind `download`, `expired` or `too_large`; the result then stays at the
 * service
 */
export async function deliverResult(
	ports: FetchPorts,
	result: TaskResult,
	delivery: ItemShape & FileOptions,
): Promise<INodeExecutionData[]> {
	if (!hasEnded(result.task))
		ports.hints.count(
			'unfinished',
			(tasks) =>
				say`Not finished: ${counted(tasks, 'task')}. There are no outputs here. To wait for them, use Task: Wait for Completion.`,
		);
	if (result.outputs.length === MAX_OUTPUTS) ports.hints.add(FIRST_OUTPUTS);
	if (!delivery.downloadFiles) return taskItems(result, [], delivery);
	return taskItems(result, await fetchFiles(ports, result, delivery), delivery);
}

async function fetchFiles(
	ports: FetchPorts,
	result: TaskResult,
	{ maxFileBytes: maxBytes, fileName, variation }: FileOptions,
): Promise<FetchedFile[]> {
	const { http, clock, sink, ownHosts, signal } = ports;
	const { requestId, appId, of, task, outputs } = result;
	const deadline = deadlineIn(clock, TRANSFER_TIMEOUT_MS);
	const wanted = outputs.flatMap((output, index) =>
		isFileOutput(output) ? [{ output, index, url: output.url }] : [],
	);
	const fetched = await runPool(
		wanted,
		CONCURRENT_FILES,
		async ({ output, index, url }, n) => ({
			index,
			data: await downloadFile(
				{ http, clock, sink },
				{
					url,
					fileName: userFileName(fileName, n, output.fileName, variation),
					mimeType: output.mimeType,
					maxBytes,
					ownHosts,
					deadline,
					signal,
					about: { requestId, appId, of, status: task.status, billedSeconds: task.billedSeconds },
					expiresAt: task.expiresAt,
				},
			),
		}),
		// The item fails with its first failed file, so the others would be stored for nothing.
		({ ok }) => ok,
	);
	return fetched.flatMap((outcome) => {
		if (outcome?.ok === false) throw outcome.error;
		return outcome ? [outcome.value] : [];
	});
}
