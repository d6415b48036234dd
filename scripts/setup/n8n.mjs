import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled } from './installed.mjs';
import { findNodeForN8n } from './nodeForN8n.mjs';
import { installFromLockfile } from './npm.mjs';
import { buildSqlite, sqliteBinary } from './sqlite.mjs';

/**
 * Installs the pinned n8n with its Node.js, and builds the one native module that it needs:
 * all others ship prebuilt or are optional.
 * @param {string} folder the one with n8n's package-lock.json
 * @returns {Promise<void>}
 * @throws if a step fails; the message says what is missing
 */
export async function setUpN8n(folder) {
	if (!isInstalled(folder)) {
		console.error(
			'Setup: installing n8n (2.5 GB of disk, two to three minutes, only this once) ...',
		);
		await installFromLockfile(folder);
	}
	if (!existsSync(join(folder, sqliteBinary))) buildSqlite(folder, findNodeForN8n(folder));
}
