import { extname } from 'node:path';

/** An input resource (spec: input resource) without its URL. */
export type InputResource = {
	readonly id: number;
	readonly name: string;
	/** Includes the dot. */
	readonly ext: string;
	readonly objectKey: string;
};

export type ResourceStore = {
	/** Registers a stored object; repeated for the same object, it returns the same resource. */
	commit(name: string, objectKey: string): InputResource;
	/** Newest first. */
	all(): readonly InputResource[];
	clear(): void;
};

const FIRST_ID = 1711;

export function createResourceStore(): ResourceStore {
	const resources = new Map<string, InputResource>();

	function commit(name: string, objectKey: string): InputResource {
		const id = FIRST_ID + resources.size;
		const resource = resources.get(objectKey) ?? { id, name, ext: extname(name), objectKey };
		resources.set(objectKey, resource);
		return resource;
	}

	return {
		commit,
		all: () => [...resources.values()].toReversed(),
		clear: () => resources.clear(),
	};
}
