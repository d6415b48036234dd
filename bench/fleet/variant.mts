import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { ClientModule } from './item.mts';

/** A place in the client's sources, and what stands there instead. */
export type Replacement = {
	/** In `client/resilience/`. */
	readonly file: string;
	readonly code: string | RegExp;
	readonly by: string;
};

const clientFolder = join(import.meta.dirname, '..', '..', 'client');

/**
 * The client as it ships but for some places, loaded beside it.
 * @throws when one of them isn't there exactly once
 */
export async function loadVariant(replacements: readonly Replacement[]): Promise<ClientModule> {
	const folder = await mkdtemp(join(tmpdir(), 'ai-app-client-'));
	const outfile = join(folder, 'client.mjs');
	const entryPoints = [join(clientFolder, 'index.ts')];
	const settings = { bundle: true, platform: 'node', format: 'esm' } as const;
	await build({ ...settings, entryPoints, outfile, plugins: [replacing(replacements)] });
	const variant = (await import(pathToFileURL(outfile).href)) as ClientModule;
	await rm(folder, { recursive: true });
	return variant;
}

function replacing(replacements: readonly Replacement[]): Plugin {
	return {
		name: 'replacing',
		setup({ onLoad }) {
			for (const file of new Set(replacements.map((each) => each.file))) {
				const filter = new RegExp(`/client/resilience/${file}\\.ts$`);
				onLoad({ filter }, async ({ path }) => {
					let contents = await readFile(path, 'utf8');
					for (const each of replacements) {
						if (each.file === file) contents = replaced(contents, each);
					}
					return { contents, loader: 'ts' };
				});
			}
		},
	};
}

function replaced(source: string, { file, code, by }: Replacement): string {
	const parts = source.split(code);
	if (parts.length !== 2)
		throw new Error(`${file} has "${String(code)}" ${parts.length - 1} times.`);
	return parts.join(by);
}
