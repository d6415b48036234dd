import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackVerified } from '../../scripts/scan/unpackVerified.mts';

type Entry = {
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

		expect(() => unpackVerified(join(folder, 'b.tgz'), target, integrity)).toThrow('b.tgz is sha');
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
	const entries = Object.entries((JSON.parse(text) as Lockfile).packages).filter(([path]) => path);

	it('names no registry', () => {
		expect(text).not.toMatch(/"resolved"|\.tgz"/);
	});

	it('has a checksum of all but optional packages of other platforms than Linux', () => {
		const without = entries.filter(([, { integrity }]) => integrity === undefined);
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
