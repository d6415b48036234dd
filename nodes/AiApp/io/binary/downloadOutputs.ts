import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import {
	deadlineIn,
	downloadFile,
	groupedDigits,
	MAX_OUTPUTS,
	userFileName,
	runPool,
	say,
	TRANSFER_TIMEOUT_MS,
	type DownloadPorts,
	type FileSink,
	type TaskOutput,
	type TaskResult,
} from '../../../../client/index';
import type { Hints } from '../executionHints';
import {
	isFileOutput,
	MAX_FILES,
	MAX_FULL_SIZES,
	NOT_DOWNLOADED,
	taskItems,
	type FetchedFile,
	type ItemShape,
} from '../items/taskItems';

const CONCURRENT_FILES = 3;
const FIRST_OUTPUTS = `An item contains up to ${groupedDigits(MAX_OUTPUTS)} outputs of a task. If the task has more, they are only available at the service.`;

export type FetchPorts = DownloadPorts<IBinaryData> & {
	/** Hosts of the credential, which may be private. */
	readonly ownHosts: readonly string[];
	readonly signal: AbortSignal | undefined;
	readonly hints: Pick<Hints, 'add'>;
};

export type FileOptions = {
	readonly downloadFiles: boolean;
	readonly maxFileBytes: number;
	/** The user's name for the files; if empty, they get the service's names. */
	readonly fileName: string;
	readonly variation?: number | undefined;
};

/**
 * Turns a result into items, with its usable files if they are to be downloaded. Files beyond the
 * limits of a task are left out but keep their URLs: the item doesn't fail, because its result is
 * paid for.
 * @throws AiAppError kind `download`, `expired` or `too_large`; the result then stays at the
 * service
 */
export async function deliverResult(
	ports: FetchPorts,
	result: TaskResult,
	delivery: ItemShape & FileOptions,
): Promise<INodeExecutionData[]> {
	const { outputs } = result;
	if (outputs.length === MAX_OUTPUTS) ports.hints.add(FIRST_OUTPUTS);
	const usable = outputs.flatMap((output, index) =>
		isFileOutput(output) ? { output, index, url: output.url } : [],
	);
	const wanted = delivery.downloadFiles ? usable : [];
	const files = await fetchFiles(ports, result, wanted, delivery);
	const fetched = new Set(files.map(({ index }) => index));
	const unfetched = wanted.flatMap(({ output, index }) => (fetched.has(index) ? [] : output));
	if (unfetched.length > 0) ports.hints.add(say`${NOT_DOWNLOADED}. 'outputs' contains all URLs.`);
	return taskItems(result, files, { ...delivery, leftOut: new Set(unfetched) });
}

type WantedFile = { readonly output: TaskOutput; readonly index: number; readonly url: string };

async function fetchFiles(
	ports: FetchPorts,
	{ requestId, appId, of, task }: TaskResult,
	wanted: readonly WantedFile[],
	{ maxFileBytes: maxBytes, fileName, variation }: FileOptions,
): Promise<FetchedFile[]> {
	const { http, clock, sink, ownHosts, signal } = ports;
	const { counting, bytes } = countBytes(sink);
	const deadline = deadlineIn(clock, TRANSFER_TIMEOUT_MS);
	const fetched = await runPool(
		wanted.slice(0, MAX_FILES),
		CONCURRENT_FILES,
		async ({ output, index, url }, n) => ({
			index,
			data: await downloadFile(
				{ http, clock, sink: counting },
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
		(outcome) => outcome.ok && bytes() < MAX_FULL_SIZES * maxBytes,
	);
	return fetched.flatMap((outcome) => {
		if (outcome?.ok === false) throw outcome.error;
		return outcome ? [outcome.value] : [];
	});
}

function countBytes<File>(sink: FileSink<File>) {
	let bytes = 0;
	const counting: FileSink<File> = {
		async save(file) {
			const saved = await sink.save(file);
			if (typeof saved === 'object' && 'stored' in saved) bytes += saved.stored;
			return saved;
		},
	};
	return { counting, bytes: () => bytes };
}
