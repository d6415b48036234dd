import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import axios from 'axios';
import { placeCommunityPackage } from './communityPackage.mts';
import { n8nEnvironment } from './environment.mts';
import { freePort } from './freePort.mts';
import { hasEnded, killProcess, launchN8n, stopProcess, type N8nCommand } from './process.mts';
import { waitUntil } from './waitUntil.mts';

export type N8nOptions = {
	/** The folder whose node_modules holds n8n and its Node.js. */
	readonly n8nFolder: string;
	/** The built package that n8n is to load; by default it has none. */
	readonly packageFolder?: string;
	/** n8n's data, created when absent. Only one n8n at a time can use it. */
	readonly userFolder: string;
	/** Used if free, else any free port. */
	readonly preferredPort?: number;
	readonly env?: Readonly<Record<string, string>>;
	/** Its role; `start` by default. */
	readonly command?: N8nCommand;
	/** In the user folder. */
	readonly logName?: string;
};

export type N8nServer = {
	/** Without a trailing slash. */
	readonly url: string;
	readonly pid: number;
	readonly logFile: string;
	/** Resolves when it has ended, in whatever way. */
	readonly ended: Promise<unknown>;
	stop(): Promise<void>;
	/** Ends it as a crash would. */
	kill(): Promise<void>;
};

const START_TIMEOUT_MS = 180_000;
const QUOTED_LOG_CHARACTERS = 2_000;
const READINESS = '/healthz/readiness';

/**
 * The health check responds before the database is migrated, and that before the REST routes do.
 */
const ANSWERS_WHEN_READY: Readonly<Record<N8nCommand, readonly string[]>> = {
	start: [READINESS, '/rest/settings'],
	worker: [READINESS],
	webhook: [READINESS],
};

/**
 * Starts a private n8n, with the package installed, and waits until its REST interface responds.
 * It ends with this process.
 * @throws if n8n exits or doesn't respond in time; the message quotes its log
 */
export async function startN8n(options: N8nOptions): Promise<N8nServer> {
	const { n8nFolder, packageFolder, userFolder, command = 'start' } = options;
	await mkdir(userFolder, { recursive: true });
	if (packageFolder !== undefined) await placeCommunityPackage(packageFolder, userFolder);
	const port = await freePort(options.preferredPort);
	const place = { n8nFolder, userFolder, port, brokerPort: await freePort() };
	const logFile = join(userFolder, options.logName ?? 'n8n.log');
	const env = { ...n8nEnvironment(place), ...options.env };
	const child = launchN8n(n8nFolder, logFile, env, command);
	const ended = once(child, 'exit');
	const url = `http://127.0.0.1:${port}`;
	try {
		await waitUntilReady(url, ANSWERS_WHEN_READY[command], child);
		child.send('started');
	} catch (cause) {
		await stopProcess(child);
		throw new Error(`n8n did not start. ${await endOfLog(logFile)}`, { cause });
	}
	const stop = () => stopProcess(child);
	return { url, pid: child.pid ?? 0, logFile, ended, stop, kill: () => killProcess(child) };
}

async function waitUntilReady(
	url: string,
	paths: readonly string[],
	child: ChildProcess,
): Promise<void> {
	for (const path of paths) {
		await waitUntil(
			`n8n to answer ${path}`,
			async () => {
				if (hasEnded(child)) throw new Error(`n8n ended with exit code ${child.exitCode}.`);
				return (await answers(url + path)) || undefined;
			},
			{ timeoutMs: START_TIMEOUT_MS },
		);
	}
}

async function answers(address: string): Promise<boolean> {
	const anyStatus = { timeout: 5_000, validateStatus: () => true };
	const status = await axios.get(address, anyStatus).then(
		(response) => response.status,
		() => 0,
	);
	return status === 200;
}

async function endOfLog(logFile: string): Promise<string> {
	const log = await readFile(logFile, 'utf8');
	return `The end of ${logFile}:\n${log.slice(-QUOTED_LOG_CHARACTERS)}`;
}
