import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const NAME = '@tiny/code';
const VERSION = '1.2.3';
/** Where registries usually have it. */
export const USUAL_PATH = '/@tiny/code/-/code-1.2.3.tgz';

export type TinyRegistry = {
	readonly url: string;
	/** The paths that npm asked for. */
	readonly asked: readonly string[];
	close(): void;
};

/** A registry with one package, which it has at this path. */
export async function startTinyRegistry(folder: string, path: string): Promise<TinyRegistry> {
	const { content, integrity } = pack(folder);
	const asked: string[] = [];
	const server = createServer(({ url = '' }, answer) => {
		const wanted = decodeURIComponent(url);
		asked.push(wanted);
		if (wanted === path) return void answer.end(content);
		if (wanted !== `/${NAME}`) return void answer.writeHead(404).end();
		const dist = { integrity, tarball: `http://127.0.0.1:${port}${path}` };
		const version = { name: NAME, version: VERSION, dist };
		answer.end(
			JSON.stringify({
				...{ name: NAME, 'dist-tags': { latest: VERSION } },
				versions: { [VERSION]: version },
			}),
		);
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}/`, asked, close: () => server.close() };
}

function pack(folder: string) {
	const manifest = { name: NAME, version: VERSION };
	mkdirSync(join(folder, 'package'));
	writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify(manifest));
	execFileSync('tar', ['czf', join(folder, 'code.tgz'), '-C', folder, 'package']);
	const content = readFileSync(join(folder, 'code.tgz'));
	return { content, integrity: integrityOf(content) };
}

function integrityOf(content: Buffer): string {
	return `sha512-${createHash('sha512').update(content).digest('base64')}`;
}

/** Writes a project that needs the package, and its lock file, which names no registry. */
export function writeDependent(folder: string): void {
	const wanted = { name: 'dependent', version: '1.0.0', dependencies: { [NAME]: VERSION } };
	const integrity = integrityOf(readFileSync(join(folder, 'code.tgz')));
	const locked = { version: VERSION, integrity };
	const packages = { '': wanted, [`node_modules/${NAME}`]: locked };
	const lock = { ...wanted, lockfileVersion: 3, requires: true, packages };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(wanted));
	writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
}
