import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

const STOP_TIMEOUT_MS = 15_000;

/**
 * The role that n8n is started in: all of it, or in queue mode the main process, and the two
 * others.
 */
export type N8nCommand = 'start' | 'worker' | 'webhook';

/**
 * Starts n8n as a child that ends with this process (n8n/quitWithParent.cjs), its output in a file.
 * @param env all of its variables; PATH decides which Node.js runs it
 */
export function launchN8n(
	n8nFolder: string,
	logFile: string,
	env: Record<string, string>,
	command: N8nCommand,
): ChildProcess {
	const log = openSync(logFile, 'w');
	const entry = join(n8nFolder, 'node_modules', 'n8n', 'bin', 'n8n');
	const preload = join(n8nFolder, 'quitWithParent.cjs');
	const child = spawn('node', ['--require', preload, entry, command], {
		cwd: n8nFolder,
		env,
		stdio: ['ignore', log, log, 'ipc'],
		// Its own process group: Ctrl-C in the terminal reaches it through its parent, once.
		detached: true,
	});
	closeSync(log);
	return child;
}

export function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

/** Asks the child to end, and kills it if it doesn't end in time. */
export async function stopProcess(child: ChildProcess): Promise<void> {
	if (hasEnded(child)) return;
	const ended = once(child, 'exit');
	const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
	child.kill('SIGTERM');
	await ended;
	clearTimeout(force);
}

/** Ends the child like a crash or a power failure. */
export async function killProcess(child: ChildProcess): Promise<void> {
	if (hasEnded(child)) return;
	const ended = once(child, 'exit');
	child.kill('SIGKILL');
	await ended;
}
