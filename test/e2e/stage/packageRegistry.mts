import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { n8nFolder, projectFolder } from './testStage.mts';

/** A registry on this machine that has nothing but this package. */
export type PackageRegistry = {
	/** For n8n: its npm asks this registry, and nothing else is reached outside of this machine. */
	readonly env: Readonly<Record<string, string>>;
	/** Packs the built package under a version, as a release does; it becomes the latest one. */
	publish(version: string): Promise<void>;
	close(): void;
};

type Manifest = { readonly name: string; readonly version: string };
type Release = { readonly manifest: Manifest; readonly tarball: Buffer };

const run = promisify(execFile);
const CLOSED_PORT = 'http://127.0.0.1:9';
const SHIPPED = ['dist', 'README.md', 'CHANGELOG.md', 'LICENSE'];

/** @param folder for what it packs; an n8n must not use it for anything else */
export async function startPackageRegistry(folder: string): Promise<PackageRegistry> {
	const releases: Release[] = [];
	const server = createServer(({ url: path = '' }, answer) => respond(releases, url, path, answer));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const bin = await writeNpm(join(folder, 'bin'), url);
	const PATH = [bin, join(n8nFolder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
	return {
		env: {
			...{ PATH, HTTPS_PROXY: CLOSED_PORT, NO_PROXY: '127.0.0.1,localhost' },
			npm_config_cache: join(folder, 'cache'),
		},
		publish: async (version) => void releases.push(await pack(join(folder, version), version)),
		close: () => void server.close(),
	};
}

/**
 * n8n names npm's own registry on the command line, and takes another one only with an enterprise
 * license. The last option of a name counts.
 */
async function writeNpm(bin: string, url: string): Promise<string> {
	const { stdout } = await run('bash', ['-c', 'command -v npm']);
	await mkdir(bin, { recursive: true });
	const script = `#!/bin/sh\nexec '${stdout.trim()}' "$@" --registry=${url}\n`;
	await writeFile(join(bin, 'npm'), script, { mode: 0o755 });
	return bin;
}

async function pack(folder: string, version: string): Promise<Release> {
	await mkdir(folder, { recursive: true });
	for (const file of SHIPPED)
		await cp(join(projectFolder, file), join(folder, file), { recursive: true });
	const text = await readFile(join(projectFolder, 'package.json'), 'utf8');
	const manifest = { ...(JSON.parse(text) as Manifest), version };
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
	const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: folder });
	return { manifest, tarball: await readFile(join(folder, stdout.trim())) };
}

function respond(
	releases: readonly Release[],
	url: string,
	path: string,
	answer: ServerResponse,
): void {
	const asked = releases.find(({ manifest }) => path === pathOf(manifest));
	const isPackage = path === `/${releases[0]?.manifest.name}`;
	if (asked !== undefined) answer.end(asked.tarball);
	else if (isPackage) answer.end(JSON.stringify(listing(releases, url)));
	else answer.writeHead(404).end('{}');
}

function pathOf({ name, version }: Manifest): string {
	return `/${name}/-/${name}-${version}.tgz`;
}

/** What npm asks first, of all versions. */
function listing(releases: readonly Release[], url: string) {
	const versions = releases.map(({ manifest, tarball }) => {
		const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
		const dist = { tarball: url + pathOf(manifest), integrity };
		return [manifest.version, { ...manifest, dist }] as const;
	});
	const latest = versions.at(-1)?.[0];
	const name = releases[0]?.manifest.name;
	return { name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) };
}
