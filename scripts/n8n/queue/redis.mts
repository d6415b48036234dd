import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { hasEnded, stopProcess } from '../process.mts';
import { waitUntil } from '../waitUntil.mts';
import { keepProgram } from './keptProgram.mts';
import { reservedPort } from './reservedPort.mts';

export type Redis = {
	readonly port: number;
	/** Another one after each start. */
	pid(): number;
	/** May be started again. */
	stop(): Promise<void>;
	/** Starts it again on the same port, with its stored data. */
	restart(): Promise<void>;
};

const START_TIMEOUT_MS = 30_000;

/** A plain list of all commands, which a search can read and a new start continues. */
const KEPT = ['--appendonly', 'yes', '--aof-use-rdb-preamble', 'no', '--save', ''];

/** Starts a Redis that keeps its commands in `folder`, which is created. */
export async function startRedis(redisServer: string, folder: string): Promise<Redis> {
	await mkdir(folder, { recursive: true });
	const port = await reservedPort();
	const args = ['--port', String(port), '--bind', '127.0.0.1', ...KEPT];
	const start = () => keepProgram({ program: redisServer, args, cwd: folder }, `${folder}.log`);
	let server = start();
	await untilReady(server, port, folder);
	return {
		port,
		pid: () => server.pid ?? 0,
		stop: () => stopProcess(server),
		restart: async () => {
			server = start();
			await untilReady(server, port, folder);
		},
	};
}

async function untilReady(server: ChildProcess, port: number, folder: string): Promise<void> {
	try {
		await waitUntil(
			'Redis to accept connections',
			async () => {
				if (hasEnded(server)) throw new Error(`Redis did not start, see ${folder}.log.`);
				return (await accepts(port)) || undefined;
			},
			{ timeoutMs: START_TIMEOUT_MS },
		);
	} catch (error) {
		await stopProcess(server);
		throw error;
	}
}

async function accepts(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
