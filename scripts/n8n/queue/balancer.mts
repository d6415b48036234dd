import { writeFile } from 'node:fs/promises';
import { hasEnded, stopProcess } from '../process.mts';
import { waitUntil } from '../waitUntil.mts';
import { haproxyConfig, type Backends, type CallbacksBy } from './haproxyConfig.mts';
import { keepProgram } from './keptProgram.mts';
import { reservedPort } from './reservedPort.mts';

/** A HAProxy in front of n8n's processes. */
export type Balancer = {
	/** Without a trailing slash. */
	readonly url: string;
	readonly pid: number;
	stop(): Promise<void>;
};

const START_TIMEOUT_MS = 30_000;

/**
 * Starts a HAProxy; its configuration is `file`, which is created, and its log is beside it. What
 * stands behind it may start later.
 * @throws if it doesn't respond in time
 */
export async function startBalancer(
	haproxy: string,
	file: string,
	behind: Omit<Backends, 'bind'>,
	callbacksBy: CallbacksBy,
): Promise<Balancer> {
	const bind = `127.0.0.1:${await reservedPort()}`;
	await writeFile(file, haproxyConfig({ ...behind, bind }, callbacksBy));
	// In the foreground, and a single process: its end is that of its child otherwise.
	const args = ['-db', '-f', file];
	const server = keepProgram({ program: haproxy, args, cwd: '/' }, `${file}.log`);
	const url = `http://${bind}`;
	const stop = () => stopProcess(server);
	const responds = () =>
		fetch(url).then(
			() => true,
			() => undefined,
		);
	try {
		await waitUntil(
			'HAProxy to respond',
			async () => {
				if (hasEnded(server)) throw new Error(`HAProxy did not start, see ${file}.log.`);
				return responds();
			},
			{ timeoutMs: START_TIMEOUT_MS },
		);
	} catch (error) {
		await stop();
		throw error;
	}
	return { url, pid: server.pid ?? 0, stop };
}
