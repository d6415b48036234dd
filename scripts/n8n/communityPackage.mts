import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Manifest = {
	readonly name: string;
	readonly version: string;
	readonly files: readonly string[];
};

/**
 * Puts a built package into n8n's folder of installed community packages, as its installer does:
 * the files that would be published, and no node_modules, so that n8n's own n8n-workflow is used.
 * Node types are then named as for real users: `<package name>.<node name>`.
 */
export async function placeCommunityPackage(
	packageFolder: string,
	userFolder: string,
): Promise<void> {
	const manifest = await readManifest(packageFolder);
	const installed = join(userFolder, '.n8n', 'nodes');
	const target = join(installed, 'node_modules', manifest.name);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	for (const file of ['package.json', ...manifest.files]) {
		await cp(join(packageFolder, file), join(target, file), { recursive: true });
	}
	await writeFile(
		join(installed, 'package.json'),
		JSON.stringify({
			name: 'installed-nodes',
			private: true,
			dependencies: { [manifest.name]: manifest.version },
		}),
	);
}

async function readManifest(packageFolder: string): Promise<Manifest> {
	return JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as Manifest;
}
