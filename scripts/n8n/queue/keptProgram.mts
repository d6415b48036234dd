import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.mts';

/** Jest and the scripts are started in the project's folder. */
const KEEPER = join(process.cwd(), 'scripts', 'n8n', 'queue', 'keeper.mjs');

export type Program = {
	readonly program: string;
	readonly args: readonly string[];
	readonly cwd: string;
	/** Who runs it; by default the user of this process. */
	readonly account?: Account | undefined;
};

/** Starts a server that ends with this process (keeper.mjs), its output in a file. */
export function keepProgram({ account, ...program }: Program, logFile: string): ChildProcess {
	const log = openSync(logFile, 'w');
	const child = spawn(process.execPath, [KEEPER, JSON.stringify({ ...program, ...account })], {
		stdio: ['ignore', log, log, 'ipc'],
		// Its own process group: Ctrl-C in the terminal reaches it through its parent, once.
		detached: true,
	});
	closeSync(log);
	return child;
}
