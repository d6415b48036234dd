import type { FileContent } from '../storage/fileContent.mts';

export type RenderCache = {
	/** The file of this name; rendered when it is not there, once for all who ask meanwhile. */
	get(name: string, render: () => Promise<FileContent>): Promise<FileContent>;
};

/** Keeps up to `most` rendered files; the oldest go first and are rendered again when asked for. */
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
