import { extname } from 'node:path';
import { type InputValue, type MediaReader, type OutputFile, withDefaults } from '../apps/app.mts';
import { findApp } from '../apps/catalogue.mts';
import { filesOf, type ModelTaskStore, outputsOf } from '../models/modelTasks.mts';
import { renderSample } from '../rendering/card.mts';
import type { FileContent } from '../rendering/file.mts';
import { decodePicture, type Picture } from '../rendering/picture.mts';
import { createRenderCache } from '../rendering/renderCache.mts';
import { type ObjectStore, parseOutputName } from '../storage/objects.mts';
import type { Task, TaskStore } from '../tasks/taskStore.mts';
import type { EmulatorClock } from '../time/clock.mts';
import { expiryOf } from '../time/serviceTime.mts';

/** A file with its media type if known, or why there is none. */
export type FoundFile =
	| { readonly content: FileContent; readonly mediaType?: string }
	| 'expired'
	| 'missing';

/** The files that the storage host serves. */
export type FileStore = {
	/** The output files of a task. */
	outputs(task: Task): readonly OutputFile[];
	/** Reads a file by its decoded path; outputs are rendered on first request. */
	read(path: string): Promise<FoundFile>;
};

type TaskFiles = { readonly expiresAt: number; readonly files: readonly OutputFile[] };

type FileSources = {
	readonly tasks: TaskStore;
	readonly modelTasks: ModelTaskStore;
	readonly clock: EmulatorClock;
	readonly addresses: { readonly storage: string };
	readonly quirks: Readonly<Record<'looseForms' | 'midnightExpiry', boolean>>;
	readonly objects: ObjectStore;
};

const MAX_RENDERED = 64;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
	'.mp4': 'video/mp4',
	'.png': 'image/png',
	'.wav': 'audio/wav',
};

/** Serves outputs of tasks, uploaded objects and sample images. */
export function createFileStore(surroundings: FileSources): FileStore {
	const { tasks, modelTasks, clock, addresses, objects, quirks } = surroundings;
	const rendered = createRenderCache<FileContent>(MAX_RENDERED);
	const media = createMediaReader(addresses, read);

	function outputs(task: Task): readonly OutputFile[] {
		const app = findApp(task.appId, quirks);
		const run = { requestId: task.requestId, media };
		return app?.outputs(withDefaults(app, task.inputValues), run) ?? [];
	}

	async function read(path: string): Promise<FoundFile> {
		const slash = path.indexOf('/');
		const [folder, name] = [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
		if (folder === 'outputs') return readOutput(name);
		if (folder === 'samples') return found(await renderSample(name), name);
		// The vendor's own URLs have the bucket before the object key, public ones do not.
		const object = objects.find(path) ?? objects.find(name);
		return object ? { content: object.content, mediaType: object.contentType } : 'missing';
	}

	async function readOutput(name: string): Promise<FoundFile> {
		const ref = parseOutputName(name);
		const task = ref && filesOfTask(ref.requestId);
		if (!task) return 'missing';
		if (clock.now() >= task.expiresAt) return 'expired';
		const file = task.files[ref.index] ?? task.files.at(-1);
		return found(await (file && rendered(name, () => file.render())), name);
	}

	function filesOfTask(requestId: string): TaskFiles | undefined {
		const task = tasks.find(requestId);
		if (task) return { expiresAt: expiryOf(task, quirks), files: outputs(task) };
		const made = modelTasks.find(requestId);
		return made && { expiresAt: expiryOf(made, quirks), files: filesOf(outputsOf(made)) };
	}

	return { outputs, read };
}

/** Reads media from this storage only: the emulator makes no requests to other hosts. */
function createMediaReader(
	addresses: FileSources['addresses'],
	read: FileStore['read'],
): MediaReader {
	async function bytes(address: InputValue | undefined): Promise<Buffer | undefined> {
		const file = await read(pathOn(addresses.storage, String(address)));
		const isHeld = typeof file === 'object' && Buffer.isBuffer(file.content);
		return isHeld ? file.content : undefined;
	}

	async function picture(address: InputValue | undefined): Promise<Picture | undefined> {
		const content = await bytes(address);
		return content && decodePicture(content);
	}

	return { bytes, picture };
}

function found(content: FileContent | undefined, name: string): FoundFile {
	return content ? { content, mediaType: MEDIA_TYPES[extname(name)] } : 'missing';
}

/** The decoded path of a URL on this host, without its leading slash; empty for other hosts. */
function pathOn(host: string, address: string): string {
	const url = URL.canParse(address, host) ? new URL(address, host) : undefined;
	return url?.origin === host ? decodeURIComponent(url.pathname).slice(1) : '';
}
