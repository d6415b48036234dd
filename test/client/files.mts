import type { Download } from '../../client/files/download';
import { downloadFile } from '../../client/files/download';
import { deadlineIn } from '../../client/resilience/deadline';
import { TRANSFER_TIMEOUT_MS } from '../../client/resilience/timeLimits';
import type { FileSink } from '../../client/ports';
import type { Service } from './service.mts';
import { createWork } from './work.mts';

/** A store in memory that keeps what was saved, also files that aren't returned. */
export type Store = {
	readonly saved: {
		readonly fileName: string;
		readonly mimeType: string;
		readonly bytes: Buffer;
	}[];
	readonly sink: FileSink<Buffer>;
};

/** `losing`: bytes that the store loses from the end of each file. */
export function createStore(losing = 0): Store {
	const saved: Store['saved'] = [];
	return {
		saved,
		sink: {
			async save({ stream, fileName, mimeType, maxBytes, onChunk }) {
				const chunks: Uint8Array[] = [];
				for await (const chunk of stream) {
					onChunk();
					chunks.push(chunk);
				}
				const all = Buffer.concat(chunks);
				if (all.length > maxBytes) return 'tooLarge';
				const bytes = all.subarray(0, all.length - losing);
				saved.push({ fileName, mimeType, bytes });
				return { file: bytes, arrived: all.length, stored: bytes.length };
			},
		},
	};
}

/** The URL of the finished image of a new task. */
export async function finishedPicture(service: Service): Promise<string> {
	const { result } = await createWork(service).run();
	return result.outputs[0]?.url ?? '';
}

/** Downloads into a store; the storage of the emulator counts as the user's own host. */
export async function download(
	service: Service,
	store: Store,
	options: Partial<Download> & { readonly url: string },
): Promise<Buffer> {
	const { http, clock, emulator } = service;
	return downloadFile(
		{ http, clock, sink: store.sink },
		{
			fileName: 'task_1.png',
			mimeType: 'image/png',
			maxBytes: 50 * 1024 ** 2,
			ownHosts: [new URL(emulator.storageUrl).host],
			signal: undefined,
			deadline: deadlineIn(clock, TRANSFER_TIMEOUT_MS),
			about: { requestId: 'r-1', appId: 54663 },
			expiresAt: undefined,
			...options,
		},
	);
}

/** The URL of a finished file of this many bytes. */
export async function smallFile(service: Service, bytes: number): Promise<string> {
	const order = { appId: 57101, inputValues: { '1:File.bytes': bytes } };
	const { result } = await createWork(service).run({
		makeOrder: async () => ({ ...order, suppressPreviewOutput: false }),
	});
	return result.outputs[0]?.url ?? '';
}
