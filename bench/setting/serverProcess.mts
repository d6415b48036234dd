import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stopProcess } from '../../scripts/n8n/process.mts';

export type ServerProcess<Printed> = {
	/** What the server printed when it was ready: one line of JSON. */
	readonly printed: Printed;
	stop(): Promise<void>;
};

/**
 * Starts a server in its own process, so that its work isn't counted for the measured one. It is
 * killed with the benchmark.
 * @throws if it ends before it is ready
 */
export async function startServerProcess<Printed>(
	node: string,
	args: readonly string[],
): Promise<ServerProcess<Printed>> {
	const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	process.once('exit', () => child.kill('SIGKILL'));
	for await (const line of createInterface({ input: child.stdout })) {
		child.stdout.resume();
		const printed = JSON.parse(line) as Printed;
		return { printed, stop: () => stopProcess(child) };
	}
	throw new Error(`${args.join(' ')} ended before it was ready.`);
}
