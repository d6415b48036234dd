import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRest, type Rest } from '../rest.mts';
import { startPostgres, type Database } from './postgres.mts';
import { findPrograms } from './programs.mts';
import {
	startProcesses,
	type Closers,
	type QueueOptions,
	type QueueProcesses,
} from './queueProcesses.mts';
import { startRedis, type Redis } from './redis.mts';

export type QueueMode = QueueProcesses & {
	/** Talks to main, without being signed in. */
	readonly rest: Rest;
	readonly redis: Redis;
	readonly postgres: Pick<Database, 'pid'>;
	/** All rows of the database, as text. */
	dump(): Promise<string>;
	/** The folder or log of each process and of Redis. */
	readonly folder: string;
	/** Stops all of it and removes its data. */
	close(): Promise<void>;
};

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
		return { ...processes, rest, redis, postgres, dump: postgres.dump, folder, close };
	} catch (error) {
		await close();
		throw error;
	}
}
