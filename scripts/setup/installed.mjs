import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a folder's node_modules has what its package-lock.json lists, version for version. Reads
 * npm's own record of the last installation, so that a manual one counts as well.
 */
export function isInstalled(folder) {
	const wanted = packagesOf(join(folder, 'package-lock.json'));
	const present = packagesOf(join(folder, 'node_modules', '.package-lock.json'));
	if (wanted === undefined || present === undefined) return false;
	const nothingExtra = Object.keys(present).every((path) => path in wanted);
	return nothingExtra && Object.entries(wanted).every(([path, entry]) => isPresent(path, entry));

	function isPresent(path, entry) {
		const isRoot = path === '';
		const found = present[path];
		// npm leaves out optional packages of other platforms.
		if (isRoot || found === undefined) return isRoot || entry.optional === true;
		return found.version === entry.version && found.integrity === entry.integrity;
	}
}

function packagesOf(lockFile) {
	try {
		return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
	} catch {
		return undefined;
	}
}
