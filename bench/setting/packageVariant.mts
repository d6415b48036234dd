import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const BUILT = 'dist/nodes/AiApp/nodes.js';

/**
 * Copies the built package to `folder` with one place of its code replaced.
 * @throws when the place isn't there exactly once
 */
export async function writePackageVariant(
	projectFolder: string,
	folder: string,
	{ code, by }: { readonly code: RegExp; readonly by: string },
): Promise<void> {
	for (const part of ['package.json', 'dist'])
		await cp(join(projectFolder, part), join(folder, part), { recursive: true });
	const file = join(folder, BUILT);
	const built = await readFile(file, 'utf8');
	const found = [...built.matchAll(new RegExp(code, 'g'))].length;
	if (found !== 1) throw new Error(`${BUILT} has ${String(code)} ${found} times.`);
	await writeFile(file, built.replace(code, by));
}
