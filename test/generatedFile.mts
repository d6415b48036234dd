import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Set to write the files instead of comparing them. */
export const REWRITES = process.env['REWRITE_GENERATED'] === '1';

/**
 * The text of a file of the project that a test works out; it is written first when that is asked
 * for. Empty when there is none. Jest is started in the project's folder.
 */
export function generatedFile(path: string, workedOut: string): string {
	const file = join(process.cwd(), path);
	if (REWRITES) {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, workedOut);
	}
	return readIfThere(file);
}

function readIfThere(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}
