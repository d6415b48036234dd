import type { FileContent } from '../storage/fileContent.mts';

export type RenderCache = {
	/** Returns the file of this name, rendering it if needed; concurrent calls share one rendering. */
	get(name: string, render: () => Promise<FileContent>): Promise<FileContent>;
};

/** Keeps up to `maxFiles` rendered files and drops the oldest first. */
export function createRenderCache(maxFiles: number): RenderCache {
	const files = new Map<string, Promise<FileContent>>();

	function get(name: string, render: () => Promise<FileContent>): Promise<FileContent> {
		const file = files.get(name) ?? render();
		files.set(name, file);
		const [oldest] = files.keys();
		if (files.size > maxFiles && oldest !== undefined) files.delete(oldest);
		return file;
	}

	return { get };
}
