import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Files = Readonly<Record<string, string>>;

const INTEGRITY = { version: '1.0.0', integrity: 'sha512-a' };
const lockfile = (entry: object) =>
	JSON.stringify({
		packages: { '': {}, 'node_modules/a': entry, 'node_modules/b': { link: true } },
	});
const manifest = (email: string) =>
	JSON.stringify({ name: 'p', version: '0.1.0', author: { email } });
const compose = (image: string, version = '0.1.0') =>
	`services:\n  main:\n    image: ${image}\n    environment: [{"name": "p", "version": "${version}"}]\n`;
const DIGEST = `n8n:1@sha256:${'a'.repeat(64)}`;

/** A repository of which nothing is left to be entered. */
const complete: Files = {
	'package.json': manifest('team@nodes.dev'),
	'package-lock.json': lockfile(INTEGRITY),
	'n8n/package-lock.json': lockfile(INTEGRITY),
	'compose.yaml': compose(DIGEST),
	'.github/workflows/ci.yml': `jobs:\n  test:\n    container: ${DIGEST}\n`,
	'CHANGELOG.md': '# Changelog\n\n## 0.1.0 (2026-01-02)\n',
	'workflows/a.json': '{}',
	'workflows/README.md': '# Examples',
	'test/frozen/workflows/a.json': '{}',
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gate-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function gateOf(files: Files) {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(join(folder, dirname(name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
	const args = ['scripts/releaseGate.mjs', folder];
	return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

it('a release goes on if nothing is left', () => {
	expect(gateOf(complete)).toMatchObject({ status: 0, stderr: '' });
});

it.each<[string, Files, string]>([
	[
		'an author who receives no mail',
		{ 'package.json': manifest('p@users.noreply.github.com') },
		'package.json: p@users.noreply.github.com receives no mail',
	],
	['no author', { 'package.json': manifest('') }, 'package.json:  receives no mail'],
	[
		'a package without a checksum',
		{ 'package-lock.json': lockfile({ version: '1.0.0', optional: true }) },
		'package-lock.json: node_modules/a has no checksum',
	],
	[
		"one of n8n's",
		{ 'n8n/package-lock.json': lockfile({ version: '1.0.0' }) },
		'n8n/package-lock.json: node_modules/a has no checksum',
	],
	[
		'an image without a digest',
		{ 'compose.yaml': compose('n8n:1') },
		'compose.yaml: n8n:1 has no digest',
	],
	[
		'an image of the checks without a digest',
		{ '.github/workflows/ci.yml': 'jobs:\n  test:\n    container: node:24\n' },
		'.github/workflows/ci.yml: node:24 has no digest',
	],
	[
		'another version in compose.yaml',
		{ 'compose.yaml': compose(DIGEST, '0.0.9') },
		'compose.yaml: installs another version than 0.1.0',
	],
	[
		'a workflow that was changed after it was frozen',
		{ 'workflows/a.json': '{ }' },
		'test/frozen/workflows: a.json is not the one in workflows',
	],
	[
		'a workflow that is not frozen',
		{ 'workflows/b.json': '{}' },
		'test/frozen/workflows: b.json is not the one in workflows',
	],
])('a release stops at %s', (_, files, point) => {
	expect(gateOf({ ...complete, ...files })).toMatchObject({ status: 1, stderr: `${point}\n` });
});

it('later releases leave the frozen workflows as they are', () => {
	const later = '## 0.2.0 (2026-02-03)\n\n## 0.1.0 (2026-01-02)\n';

	const gate = gateOf({ ...complete, 'workflows/a.json': '{ }', 'CHANGELOG.md': later });

	expect(gate).toMatchObject({ status: 0, stderr: '' });
});
