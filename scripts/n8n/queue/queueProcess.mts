import { readFile } from 'node:fs/promises';
import { startN8n, type N8nOptions, type N8nServer } from '../server.mts';

/** One n8n process, which can be killed and started again in its place. */
export type QueueProcess = {
	/** Stays the same over all starts. A worker responds only to health checks there. */
	readonly url: string;
	/** Another one after each start. */
	pid(): number;
	/** Ends it as a crash would. */
	kill(): Promise<void>;
	/** Starts it again after that: same port, same user folder. */
	restart(): Promise<void>;
	/** The logs of all starts until now. */
	log(): Promise<string>;
	stop(): Promise<void>;
};

export async function startQueueProcess(options: N8nOptions): Promise<QueueProcess> {
	const starts: N8nServer[] = [];
	const current = () => starts[starts.length - 1];
	const start = async () => {
		const logName = `n8n-${starts.length + 1}.log`;
		starts.push(await startN8n({ ...options, logName }));
	};
	await start();
	return {
		url: `http://127.0.0.1:${options.preferredPort}`,
		pid: () => current()?.pid ?? 0,
		kill: async () => current()?.kill(),
		restart: start,
		log: async () => {
			const logs = await Promise.all(starts.map(({ logFile }) => readFile(logFile, 'utf8')));
			return logs.join('\n');
		},
		stop: async () => current()?.stop(),
	};
}
