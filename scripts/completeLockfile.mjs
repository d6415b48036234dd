/**
 * Adds to npm lock files the optional platform packages that `npm install` left out.
 *
 * Usage: node scripts/completeLockfile.mjs [--checksums] [package-lock.json ...]
 *
 * A registry mirror may lack packages of other platforms. `npm install` then drops them from the
 * lock file silently, and `npm ci` rejects that file ("Missing: ... from lock file"). A stub
 * (version, os, cpu, no checksum) satisfies `npm ci`, which only fetches it on its own platform.
 * With --checksums, npm's registry is asked for the checksums of all stubs, so that npm checks what
 * it fetches. That needs a registry that has them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const OPERATING_SYSTEMS =
	/(?<![a-z])(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)/;
const PROCESSORS =
	/(?<![a-z])(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64)(?![a-z0-9])/;
const SINGLE_PLATFORM_PACKAGES = { fsevents: 'darwin' };

function completeLockfile(file) {
	const lock = JSON.parse(readFileSync(file, 'utf8'));
	let added = 0;
	for (const wanted of optionalDependencies(lock.packages)) {
		if (isProvided(lock.packages, wanted)) continue;
		const stub = platformStub(wanted);
		if (stub === undefined) {
			console.error(`${file}: ${wanted.name}@${wanted.range} names no version or platform`);
			process.exitCode = 1;
			continue;
		}
		lock.packages[stubPath(lock.packages, wanted)] = stub;
		added += 1;
	}
	const checked = withChecksums ? addChecksums(file, lock.packages) : 0;
	if (added + checked > 0) {
		lock.packages = sortedByKey(lock.packages);
		writeFileSync(file, `${JSON.stringify(lock, null, '\t')}\n`);
	}
	console.log(`${file}: ${added} optional platform packages and ${checked} checksums added`);
}

/** The order of the fields is npm's own. */
function addChecksums(file, packages) {
	let added = 0;
	for (const [path, { version, ...entry }] of Object.entries(packages)) {
		if (!path.includes('node_modules/') || entry.link || entry.integrity) continue;
		const integrity = checksumOf(`${path.split('node_modules/').at(-1)}@${version}`);
		if (integrity === undefined) {
			console.error(`${file}: the registry has no ${path} ${version}`);
			process.exitCode = 1;
			continue;
		}
		packages[path] = { version, integrity, ...entry };
		added += 1;
	}
	return added;
}

function checksumOf(spec) {
	try {
		const settings = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
		const answer = execFileSync('npm', ['view', spec, 'dist.integrity'], settings).trim();
		return answer.startsWith('sha512-') ? answer : undefined;
	} catch {
		return undefined;
	}
}

function optionalDependencies(packages) {
	return Object.entries(packages).flatMap(([dependent, { dev, optionalDependencies = {} }]) =>
		Object.entries(optionalDependencies).map(([name, range]) => ({ dependent, name, range, dev })),
	);
}

/** Node's own look-up: the nearest node_modules folder above the dependent decides. */
function isProvided(packages, { dependent, name, range }) {
	for (let folder = dependent; ; folder = parentPackage(folder)) {
		const found = packages[packagePath(folder, name)];
		if (found !== undefined) return !isExactVersion(range) || found.version === range;
		if (folder === '') return false;
	}
}

/** Next to all others if that folder is free, else inside the package that depends on it. */
function stubPath(packages, { dependent, name }) {
	const shared = packagePath('', name);
	return packages[shared] === undefined ? shared : packagePath(dependent, name);
}

function platformStub({ name, range, dev }) {
	const version = /\d+\.\d+\.\d+[^ |<>]*/.exec(range)?.[0];
	const os = SINGLE_PLATFORM_PACKAGES[name] ?? OPERATING_SYSTEMS.exec(name)?.[0];
	const cpu = PROCESSORS.exec(name)?.[0];
	if (version === undefined || (os === undefined && cpu === undefined)) return undefined;
	return {
		version,
		...(cpu && { cpu: [cpu] }),
		...(dev && { dev: true }),
		optional: true,
		...(os && { os: [os] }),
	};
}

function packagePath(folder, name) {
	return folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
}

function parentPackage(folder) {
	const end = folder.lastIndexOf('/node_modules/');
	return end === -1 ? '' : folder.slice(0, end);
}

function isExactVersion(range) {
	return /^\d+\.\d+\.\d+[^ |<>]*$/.test(range);
}

/** In npm's own order, so that its next rewrite of the file changes nothing. */
function sortedByKey(record) {
	return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b, 'en')));
}

const options = process.argv.slice(2);
const withChecksums = options.includes('--checksums');
const files = options.filter((option) => option !== '--checksums');
for (const file of files.length > 0 ? files : ['package-lock.json']) completeLockfile(file);
