import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { stopProcess } from '../../scripts/n8n/process.mts';

export type ServerProcess = {
	/** What the server printed when it was ready, by the words in front of each URL. */
	readonly addresses: Readonly<Record<string, string>>;
	readonly pid: number;
	stop(): Promise<void>;
};

/** Servers print `<Name>  <URL>` one per line; this many lines are all of it. */
export type ServerCommand = {
	readonly node: string;
	readonly args: readonly string[];
	readonly lines: number;
};

/**
 * Starts a server in its own process, so that its work isn't counted for the measured one. It is
 * killed with the benchmark.
 * @throws if it ends before it has printed all of its URLs
 */
export async function startServerProcess({
	node,
	args,
	lines,
}: ServerCommand): Promise<ServerProcess> {
	const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	process.once('exit', () => child.kill('SIGKILL'));
	const printed: Array<[string, string]> = [];
	for await (const line of createInterface({ input: child.stdout })) {
		const [name = '', address = ''] = line.split(/ {2,}/);
		printed.push([name, address]);
		if (printed.length === lines) break;
	}
	if (printed.length < lines) {
		if (child.exitCode === null) await once(child, 'exit');
		throw new Error(`${args.join(' ')} ended with exit code ${child.exitCode}.`);
	}
	child.stdout.resume();
	const stop = () => stopProcess(child);
	return { addresses: Object.fromEntries(printed), pid: child.pid ?? 0, stop };
}
