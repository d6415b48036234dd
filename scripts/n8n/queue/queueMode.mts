import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRest, type Rest } from '../rest.mts';
import type { N8nCommand } from '../process.mts';
import { startPostgres } from './postgres.mts';
import { findPrograms } from './programs.mts';
import { queueEnvironment } from './queueEnvironment.mts';
import { startQueueProcess, type QueueProcess } from './queueProcess.mts';
import { startRedis, type Redis } from './redis.mts';
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

export type QueueMode = {
	/** The editor and its REST interface. */
	readonly main: QueueProcess;
	/**
	 * Receives production webhooks and the calls that resume paused executions (/webhook,
	 * /webhook-waiting).
	 */
	readonly webhook: QueueProcess;
	readonly workers: readonly QueueProcess[];
	/** Talks to main, without being signed in. */
	readonly rest: Rest;
	readonly redis: Redis;
	/** All rows of the database, as text. */
	dump(): Promise<string>;
	/** The folder or log of each process and of Redis. */
	readonly folder: string;
	/** Stops all of it and removes its data. */
	close(): Promise<void>;
};

type Closers = Array<() => Promise<unknown>>;

/**
 * Starts n8n distributed over several processes, with its own PostgreSQL and Redis.
 * @throws if a part doesn't start; the started parts are stopped then
 */
export async function openQueueMode(options: QueueOptions): Promise<QueueMode> {
	const programs = await findPrograms();
	const folder = await mkdtemp(join(tmpdir(), 'ai-app-queue-'));
	const closers: Closers = [() => rm(folder, { recursive: true, force: true })];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		// PostgreSQL has another user, who must get to its folder in here.
		await chmod(folder, 0o711);
		const postgres = await startPostgres(programs.postgresFolder, join(folder, 'postgres'));
		closers.push(postgres.stop);
		const redis = await startRedis(programs.redisServer, join(folder, 'redis'));
		closers.push(redis.stop);
		const processes = await startProcesses(options, { folder, postgres, redis }, closers);
		const rest = createRest(processes.main.url);
		return { ...processes, rest, redis, dump: postgres.dump, folder, close };
	} catch (error) {
		await close();
		throw error;
	}
}

type Ground = {
	readonly folder: string;
	readonly postgres: Awaited<ReturnType<typeof startPostgres>>;
	readonly redis: Redis;
};

async function startProcesses(
	{ workers = 2, env, ...n8n }: QueueOptions,
	{ folder, ...servers }: Ground,
	closers: Closers,
) {
	const [editorPort, webhookPort] = [await reservedPort(), await reservedPort()];
	const shared = queueEnvironment({
		...servers,
		encryptionKey: randomBytes(24).toString('hex'),
		editorUrl: `http://127.0.0.1:${editorPort}`,
		webhookUrl: `http://127.0.0.1:${webhookPort}`,
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
	const others = await allStarted([
		start('webhook', 'webhook', webhookPort),
		...Array.from({ length: workers }, async (_, index) =>
			start('worker', `worker-${index + 1}`, await reservedPort()),
		),
	]);
	const [webhook, ...rest] = others as [QueueProcess, ...QueueProcess[]];
	return { main, webhook, workers: rest };
}

/** Waits for all, also when one has failed: the others are stopped only once they have started. */
async function allStarted(starts: ReadonlyArray<Promise<QueueProcess>>): Promise<QueueProcess[]> {
	await Promise.allSettled(starts);
	return Promise.all(starts);
}
