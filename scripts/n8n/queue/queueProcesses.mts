import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { N8nCommand } from '../process.mts';
import { startBalancer } from './balancer.mts';
import type { CallbacksBy } from './haproxyConfig.mts';
import type { Database } from './postgres.mts';
import { findHaproxy } from './programs.mts';
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
	/**
	 * How many webhook processes a HAProxy has behind it, and which of them a callback goes to.
	 * Without this there is one webhook process, and nothing in front of it.
	 */
	readonly webhooks?: Webhooks;
	/** Further variables of all processes. */
	readonly env?: Readonly<Record<string, string>>;
};

export type Webhooks = { readonly count: number; readonly callbacksBy: CallbacksBy };

/** n8n's own processes. */
export type QueueProcesses = {
	/** The editor and its REST interface. */
	readonly main: QueueProcess;
	/**
	 * Receives production webhooks and the calls that resume paused executions (/webhook,
	 * /webhook-waiting).
	 */
	readonly webhook: QueueProcess;
	/** All of them. */
	readonly webhooks: readonly QueueProcess[];
	/** The URL of production webhooks and of calls that resume executions. */
	readonly webhookUrl: string;
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
	{ workers = 2, env, webhooks, ...n8n }: QueueOptions,
	{ folder, ...servers }: Ground,
	closers: Closers,
): Promise<QueueProcesses> {
	const editorPort = await reservedPort();
	const webhookPorts = await portsFor(webhooks?.count ?? 1);
	const webhookUrl = await urlOf(webhooks, { folder, editorPort, webhookPorts }, closers);
	const shared = queueEnvironment({
		...servers,
		encryptionKey: randomBytes(24).toString('hex'),
		editorUrl: local(editorPort),
		webhookUrl,
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
		...webhookPorts.map((port, index) => start('webhook', nameOf('webhook', index), port)),
		...Array.from({ length: workers }, async (_, index) =>
			start('worker', `worker-${index + 1}`, await reservedPort()),
		),
	]);
	const receivers = others.slice(0, webhookPorts.length) as [QueueProcess, ...QueueProcess[]];
	const rest = others.slice(webhookPorts.length);
	return { main, webhook: receivers[0], webhooks: receivers, webhookUrl, workers: rest };
}

type Places = {
	readonly folder: string;
	readonly editorPort: number;
	readonly webhookPorts: readonly number[];
};

/** That of the webhook process itself, or of what stands in front of several. */
async function urlOf(
	webhooks: Webhooks | undefined,
	{ folder, editorPort, webhookPorts }: Places,
	closers: Closers,
): Promise<string> {
	if (!webhooks) return local(webhookPorts[0] ?? 0);
	const behind = {
		main: address(editorPort),
		webhooks: webhookPorts.map(address),
	};
	const file = join(folder, 'haproxy.cfg');
	const balancer = await startBalancer(await findHaproxy(), file, behind, webhooks.callbacksBy);
	closers.push(balancer.stop);
	return balancer.url;
}

function address(port: number): string {
	return `127.0.0.1:${port}`;
}

function local(port: number): string {
	return `http://${address(port)}`;
}

/** The first one is called as if it were the only one. */
function nameOf(role: string, index: number): string {
	return index === 0 ? role : `${role}-${index + 1}`;
}

async function portsFor(count: number): Promise<readonly number[]> {
	const ports: number[] = [];
	while (ports.length < count) ports.push(await reservedPort());
	return ports;
}

/** Waits for all, also when one has failed: the others are stopped only once they have started. */
async function allStarted(starts: ReadonlyArray<Promise<QueueProcess>>): Promise<QueueProcess[]> {
	await Promise.allSettled(starts);
	return Promise.all(starts);
}
