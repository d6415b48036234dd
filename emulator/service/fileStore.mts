import { extname } from 'node:path';
import type { InputValue, Media, Product } from '../apps/app.mts';
import { findApp } from '../apps/catalogue.mts';
import { completeValues } from '../apps/inputValues.mts';
import { filesOf, worksOf } from '../models/modelOutputs.mts';
import type { ModelTaskStore } from '../models/modelTaskStore.mts';
import { decodePicture, type Picture } from '../rendering/picture.mts';
import { renderSample } from '../rendering/samples.mts';
import type { FileContent } from '../storage/fileContent.mts';
import type { ObjectStore } from '../storage/objects.mts';
import { parseOutputName } from '../storage/outputNames.mts';
import type { Task, TaskStore } from '../tasks/taskStore.mts';
import type { EmulatorClock } from '../time/clock.mts';
import { expiryOf } from '../time/serviceTime.mts';
import { createRenderCache } from './renderCache.mts';

/** A file with its true media type as far as it is known, or why there is none. */
export type FoundFile =
	| { readonly content: FileContent; readonly mediaType?: string }
	| 'expired'
	| 'missing';

/** What storage holds. */
export type FileStore = {
	/** The files that a task makes. */
	products(task: Task): readonly Product[];
	/** Reads a file by its decoded path; an output is rendered when it is first asked for. */
	read(path: string): Promise<FoundFile>;
};

/** The files of a task that was created at `since` (epoch ms). */
type Made = { readonly since: number; readonly products: readonly Product[] };

type Surroundings = {
	readonly tasks: TaskStore;
	readonly modelTasks: ModelTaskStore;
	readonly clock: EmulatorClock;
	readonly addresses: { readonly storage: string };
	readonly objects: ObjectStore;
};

const MOST_KEPT = 64;
const MEDIA_TYPES: Readonly<Record<string, string>> = { '.png': 'image/png', '.wav': 'audio/wav' };

/** The files of the tasks there are, the uploaded objects, and the sample pictures. */
export function createFileStore(surroundings: Surroundings): FileStore {
	const { tasks, modelTasks, clock, addresses, objects } = surroundings;
	const rendered = createRenderCache(MOST_KEPT);
	const media = mediaOn(addresses, read);

	function products(task: Task): readonly Product[] {
		const app = findApp(task.appId);
		const run = { requestId: task.requestId, media };
		return app?.produce(completeValues(app, task.inputValues), run) ?? [];
	}

	async function read(path: string): Promise<FoundFile> {
		const slash = path.indexOf('/');
		const [folder, name] = [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
		if (folder === 'outputs') return readOutput(name);
		if (folder === 'samples') return found(await renderSample(name), name);
		// The vendor's own addresses have the bucket in front of the key, public ones do not.
		const object = objects.find(path) ?? objects.find(name);
		return object ? { content: object.content, mediaType: object.contentType } : 'missing';
	}

	async function readOutput(name: string): Promise<FoundFile> {
		const place = parseOutputName(name);
		const made = place && madeBy(place.requestId);
		if (!made) return 'missing';
		if (clock.now() >= expiryOf(made.since)) return 'expired';
		const product = made.products[place.index] ?? made.products.at(-1);
		return found(await (product && rendered.get(name, () => product.render())), name);
	}

	function madeBy(requestId: string): Made | undefined {
		const task = tasks.find(requestId);
		if (task) return { since: task.createdAt, products: products(task) };
		const modelTask = modelTasks.find(requestId);
		return modelTask && { since: modelTask.createdAt, products: filesOf(worksOf(modelTask)) };
	}

	return { products, read };
}

/** Files elsewhere are not fetched: the emulator speaks to nobody but its callers. */
function mediaOn(addresses: Surroundings['addresses'], read: FileStore['read']): Media {
	async function picture(address: InputValue | undefined): Promise<Picture | undefined> {
		const file = await bytes(address);
		return file && decodePicture(file);
	}

	async function bytes(address: InputValue | undefined): Promise<Buffer | undefined> {
		const file = await read(pathOn(addresses.storage, String(address)));
		return typeof file === 'object' && Buffer.isBuffer(file.content) ? file.content : undefined;
	}

	return { picture, bytes };
}

function found(content: FileContent | undefined, name: string): FoundFile {
	return content ? { content, mediaType: MEDIA_TYPES[extname(name)] } : 'missing';
}

/** The path of an address on this host, decoded, without its slash; empty for addresses elsewhere. */
function pathOn(host: string, address: string): string {
	const url = URL.canParse(address, host) ? new URL(address, host) : undefined;
	return url?.origin === host ? decodeURIComponent(url.pathname).slice(1) : '';
}
