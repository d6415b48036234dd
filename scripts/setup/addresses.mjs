import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs an installation in which npm knows the address of each package. Lock files don't name any
 * registry, so npm would download and read the list of all versions of each package to learn its
 * address. That is most of the work of npm itself.
 * @param {string} folder the one with package-lock.json
 * @param {string} registry
 * @param {() => Promise<Result>} install
 * @returns {Promise<Result>}
 * @template Result
 */
export async function withAddresses(folder, registry, install) {
	const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
	// npm reads it in place of package-lock.json.
	const file = join(folder, 'npm-shrinkwrap.json');
	writeFileSync(file, JSON.stringify(addressed(lock, registry)));
	try {
		return await install();
	} finally {
		rmSync(file);
	}
}

function addressed(lock, registry) {
	const packages = Object.entries(lock.packages).map(([path, entry]) => [
		path,
		entry.integrity ? { resolved: addressOf(path, entry, registry), ...entry } : entry,
	]);
	return { ...lock, packages: Object.fromEntries(packages) };
}

/** Where nearly all registries have it. */
function addressOf(path, { name = path.split('node_modules/').at(-1), version }, registry) {
	return `${registry.replace(/\/$/, '')}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
}
