import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPackage } from './build.mts';
import { unpackVerified } from './scan/unpackVerified.mts';

/**
 * n8n's verification scan before a release: the scanner's own rules on the sources and on the
 * packed tarball. Its other checks (provenance, the attested commit) need a release.
 */
type Scanner = {
	readonly SOURCE_FILE_PATTERNS: readonly string[];
	readonly analyzePackage: (folder: string, patterns: readonly string[]) => Promise<Verdict>;
};
type Verdict = { readonly passed: boolean; readonly message?: string; readonly details?: string };
type Manifest = { n8n: { nodes: string[]; credentials: string[] } };
type Tarball = { filename: string; size: number; unpackedSize: number; files: { path: string }[] };

/** With the sum that n8n's release has in the registry: a release runs this code. */
const SCANNER = {
	name: '@n8n/scan-community-package',
	version: '0.32.0',
	integrity:
		'sha512-d4n93hEmJj63XNGmVURaI3whossE469rvYpqaz4SJEjs8vgLUQ3r2fdvLroHgIPm+oSs6yMZi5bQcgBqDu+c6g==',
};
const SHIPPED_FILE = /^(dist\/.+\.(js|json|svg)|(package\.json|README\.md|CHANGELOG\.md|LICENSE))$/;

const project = path.resolve(import.meta.dirname, '..');

/**
 * Inside the project, because the scanner then finds the project's own node_modules: installed as
 * a dependency it pins a TypeScript that its parser cannot load.
 */
async function loadScanner(): Promise<Scanner> {
	const folder = path.join(project, '.scan', SCANNER.version);
	const entry = path.join(folder, 'package/scanner/scanner.mjs');
	if (!existsSync(entry)) {
		mkdirSync(folder, { recursive: true });
		const { filename } = pack(folder, `${SCANNER.name}@${SCANNER.version}`);
		unpackVerified(path.join(folder, filename), folder, SCANNER.integrity);
	}
	return (await import(pathToFileURL(entry).href)) as Scanner;
}

/** Packs `spec` (a package of the registry; absent: this project) into `folder`. */
function pack(folder: string, spec?: string): Tarball {
	const args = ['pack', ...(spec ? [spec] : []), '--json', '--ignore-scripts'];
	const answer = execFileSync('npm', [...args, '--pack-destination', folder], {
		cwd: project,
		encoding: 'utf8',
	});
	const [tarball] = JSON.parse(answer) as Tarball[];
	if (!tarball) throw new Error('npm pack named no tarball');
	return tarball;
}

function unpack(folder: string, { filename }: Tarball): void {
	execFileSync('tar', ['xzf', path.join(folder, filename), '-C', folder]);
}

/** The scanner accepts a folder without files to check, and only says so in a message. */
function report(leg: string, { passed, message = '', details }: Verdict): boolean {
	const accepted = passed && message === '';
	console.log(`${accepted ? 'PASS' : 'FAIL'}  ${leg}  ${message}`.trimEnd());
	if (details) console.log(details);
	return accepted;
}

/** Nothing unneeded may ship, and everything that n8n loads must. */
function contentsVerdict({ files }: Tarball): Verdict {
	const packed = files.map((file) => file.path);
	const strays = packed.filter((file) => !SHIPPED_FILE.test(file));
	const missing = loadedFiles().filter((file) => !packed.includes(file));
	if (strays.length + missing.length === 0) return { passed: true };
	const lines = [
		...strays.map((file) => `stray: ${file}`),
		...missing.map((file) => `missing: ${file}`),
	];
	return { passed: false, message: 'not what should ship', details: lines.join('\n') };
}

function loadedFiles(): string[] {
	const manifest = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as Manifest;
	return [...manifest.n8n.nodes, ...manifest.n8n.credentials, 'LICENSE', 'README.md'];
}

export default async function scan(): Promise<void> {
	buildPackage(project);
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await loadScanner();
	const folder = mkdtempSync(path.join(tmpdir(), 'scan-'));
	try {
		const tarball = pack(folder);
		unpack(folder, tarball);
		const unpacked = path.join(folder, 'package');
		const accepted = [
			report('sources', await analyzePackage(project, SOURCE_FILE_PATTERNS)),
			report('tarball', await analyzePackage(unpacked, ['**/*.js', 'package.json'])),
			report('contents', contentsVerdict(tarball)),
		];
		const { filename, size, unpackedSize, files } = tarball;
		console.log(`${filename}: ${size} bytes, ${unpackedSize} unpacked, ${files.length} files`);
		if (accepted.includes(false)) throw new Error('The package would not be accepted: see above.');
		console.log('The package would be accepted.');
	} finally {
		rmSync(folder, { recursive: true });
	}
}
