/**
 * Returns the file of a name, rendered if needed; concurrent calls share one rendering. Keeps up to
 * `maxFiles` of them and drops the oldest first.
 */
export function createRenderCache<Content>(
	maxFiles: number,
): (name: string, render: () => Promise<Content>) => Promise<Content> {
	const files = new Map<string, Promise<Content>>();
	return (name, render) => {
		const file = files.get(name) ?? render();
		files.set(name, file);
		const [oldest] = files.keys();
		if (files.size > maxFiles && oldest !== undefined) files.delete(oldest);
		return file;
	};
}
