import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** npm itself, on the machine of a person who is signed in to the registry. */

const folder = mkdtempSync(join(tmpdir(), 'by-hand-'));
const published: unknown[] = [];
/** A registry that knows no package yet, and takes any. */
const registry = createServer((request, answer) => {
	if (request.method === 'PUT') published.push(request.url);
	request.resume();
	answer.writeHead(request.method === 'PUT' ? 200 : 404).end('{}');
});

beforeAll(async () => {
	registry.listen(0, '127.0.0.1');
	await once(registry, 'listening');
	const { scripts, publishConfig } = JSON.parse(readFileSync('package.json', 'utf8')) as {
		readonly scripts: { readonly prepublishOnly: string };
		readonly publishConfig: object;
	};
	const { prepublishOnly } = scripts;
	const manifest = {
		name: 'by-hand',
		version: '1.0.0',
		publishConfig,
		scripts: { prepublishOnly },
	};
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	copyFileSync('.npmrc', join(folder, '.npmrc'));
	execFileSync('npm', ['pack', '--silent'], { cwd: folder });
});

afterAll(() => {
	registry.close();
	rmSync(folder, { recursive: true });
});

beforeEach(() => published.splice(0));

/** What npm says, and whether it has published. */
async function publish(what: string, ...flags: readonly string[]) {
	const host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
	const options = [`--registry=http://${host}`, `--//${host}/:_authToken=a`, ...flags];
	// No variable of a runner, where npm could sign.
	const { PATH = '', HOME = '' } = process.env;
	const env = { PATH, HOME, npm_config_cache: join(folder, 'cache') };
	const told = await new Promise<string>((resolve) => {
		const settings = { cwd: folder, env };
		execFile('npm', ['publish', what, ...options], settings, (_, __, text) => resolve(text));
	});
	return { told, isPublished: published.length > 0 };
}

describe('a person cannot publish by accident', () => {
	it.each([
		['the checkout', '.'],
		['a packed file', './by-hand-1.0.0.tgz'],
	])(
		'%s',
		async (_, what) => {
			expect(await publish(what)).toEqual({
				told: expect.stringContaining('Automatic provenance generation not supported'),
				isPublished: false,
			});
		},
		60_000,
	);
});

it('a packed file is published without prepublishOnly, which nobody could pass', async () => {
	const { told, isPublished } = await publish('./by-hand-1.0.0.tgz', '--provenance=false');

	expect(told).not.toContain('n8n-node');
	expect(isPublished).toBe(true);
}, 60_000);
