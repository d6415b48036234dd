import { join } from 'node:path';
import { buildPackage } from '../../scripts/build.mts';

export const projectFolder = join(import.meta.dirname, '..', '..');

/** The Node.js that runs n8n. */
export const node = join(projectFolder, 'n8n', 'node_modules', '.bin', 'node');

/** Builds the package; after a signal, a normal exit stops the servers and removes the big files. */
export function prepare(): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
	buildPackage(projectFolder);
}
