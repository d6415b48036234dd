import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { hasEnded, stopProcess } from '../process.mts';
import { waitUntil } from '../waitUntil.mts';
import { keepProgram } from './keptProgram.mts';
import { reservedPort } from './reservedPort.mts';

export type Redis = {
	readonly port: number;
	stop(): Promise<void>;
};

const START_TIMEOUT_MS = 30_000;

/** Starts a Redis that keeps nothing on disk. */
export async function startRedis(redisServer: string, folder: string): Promise<Redis> {
	await mkdir(folder, { recursive: true });
	const port = await reservedPort();
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	const server = keepProgram({ program: redisServer, args, cwd: folder }, `${folder}.log`);
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
	return { port, stop: () => stopProcess(server) };
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
