import { during } from './surroundings.mts';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';
import { requireOfEngine } from './engineLibrary.mts';

type Container = { get<Service>(service: abstract new (...args: never[]) => Service): Service };

/** The container that n8n-core itself resolves; another copy would know none of its services. */
const { Container } = requireOfEngine('@n8n/di') as {
	readonly Container: Container;
};

let ready: Promise<void> | undefined;

/** Sets n8n's binary store up in the folder of the process, as filesystem mode does. */
export function useBinaryFolder(): Promise<void> {
	ready ??= openStore();
	return ready;
}

async function openStore(): Promise<void> {
	Container.get(BinaryDataConfig).mode = 'filesystem';
	const service = Container.get(BinaryDataService);
	await service.init();
	const store = service.store.bind(service);
	service.store = (...file) => during(store(...file));
}

/** Keeps the files of one test as n8n does in another mode; `default` keeps them in memory. */
export async function useBinaryMode(mode: 'filesystem' | 'default'): Promise<void> {
	await useBinaryFolder();
	Container.get(BinaryDataConfig).mode = mode;
	await Container.get(BinaryDataService).init();
}

/** Ends what a test has changed. */
export async function endBinaryMode(): Promise<void> {
	if (Container.get(BinaryDataConfig).mode === 'default') await useBinaryMode('filesystem');
}

/** How many bytes lie in the folder of the store, finished files and others. */
export async function bytesInFolder(): Promise<number> {
	const entries = readdirSync(await binaryFolder(), { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return files.reduce(
		(sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
		0,
	);
}

/** The bytes of a file that the node returned. */
export async function bytesOf(file: IBinaryData | undefined): Promise<Buffer> {
	if (file === undefined) throw new Error('The item contains no such file');
	return Container.get(BinaryDataService).getAsBuffer(file);
}

/** A file in the store, as an earlier node returns it in its item. */
export async function storedFile(
	bytes: Buffer,
	fileName: string,
	mimeType: string,
): Promise<IBinaryData> {
	await useBinaryFolder();
	const location = { type: 'execution', workflowId: 'w', executionId: '1' } as const;
	return Container.get(BinaryDataService).store(location, bytes, { data: '', fileName, mimeType });
}

/** The folder of the store's files. */
export async function binaryFolder(): Promise<string> {
	await useBinaryFolder();
	return Container.get(BinaryDataConfig).localStoragePath;
}
