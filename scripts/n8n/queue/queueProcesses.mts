import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { N8nCommand } from '../process.mts';
import type { Database } from './postgres.mts';
import { queueEnvironment } from './queueEnvironment.mts';
import { startQueueProcess, type QueueProcess } from './queueProcess.mts';
import type { Redis } from './redis.mts';
import { reservedPort } from './reservedPort.mts';

export type QueueOptions = {
	/** The folder whose node_modules holds n8n and its Node.js. */
	readonly n8nFolder: string;
	/** The built package that every process is to load. */
	readonly packageFolder: string;
	readonly workers?: number;
	/** Further variables of all processes. */
	readonly env?: Readonly<Record<string, string>>;
};

/** n8n's own processes. */
export type QueueProcesses = {
	/** The editor and its REST interface. */
	readonly main: QueueProcess;
	/**
	 * Receives production webhooks and the calls that resume paused executions (/webhook,
	 * /webhook-waiting).
	 */
	readonly webhook: QueueProcess;
	readonly workers: readonly QueueProcess[];
};

/** In the order in which things were started. */
export type Closers = Array<() => Promise<unknown>>;

type Ground = {
	readonly folder: string;
	readonly postgres: Database;
	readonly redis: Redis;
};

/** Starts n8n's processes; `closers` gets what stops them, also if one doesn't start. */
export async function startProcesses(
	{ workers = 2, env, ...n8n }: QueueOptions,
	{ folder, ...servers }: Ground,
	closers: Closers,
): Promise<QueueProcesses> {
	const editorPort = await reservedPort();
	const webhookPort = await reservedPort();
	const shared = queueEnvironment({
		...servers,
		encryptionKey: randomBytes(24).toString('hex'),
		editorUrl: local(editorPort),
		webhookUrl: local(webhookPort),
	});
	const started: QueueProcess[] = [];
	closers.push(() => Promise.all(started.map(({ stop }) => stop())));
	const start = async (command: N8nCommand, name: string, preferredPort: number) => {
		const userFolder = join(folder, name);
		const own = { command, userFolder, preferredPort, env: { ...shared, ...env } };
		const process = await startQueueProcess({ ...n8n, ...own });
		started.push(process);
		return process;
	};
	// It migrates the database; the others may start only after that.
	const main = await start('start', 'main', editorPort);
	const [webhook, ...rest] = await allStarted([
		start('webhook', 'webhook', webhookPort),
		...Array.from({ length: workers }, async (_, index) =>
			start('worker', `worker-${index + 1}`, await reservedPort()),
		),
	]);
	return { main, webhook: webhook as QueueProcess, workers: rest };
}

function local(port: number): string {
	return `http://127.0.0.1:${port}`;
}

/** Waits for all, also when one has failed: the others are stopped only once they have started. */
async function allStarted(starts: ReadonlyArray<Promise<QueueProcess>>): Promise<QueueProcess[]> {
	await Promise.allSettled(starts);
	return Promise.all(starts);
}
