import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../scripts/n8n/freePort.mts';
import { findHaproxy } from '../../../scripts/n8n/queue/programs.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { composed, documented } from '../../readme/balancers.mts';

const run = promisify(execFile);

/** HAProxy looks up the names of hosts when it checks a configuration. */
const onThisMachine = documented.replaceAll(/(main|webhook-\d)(?=:5678)/g, '127.0.0.1');

const CONFIGURATIONS = [
	['the guide to scaling', onThisMachine],
	['compose.yaml', composed],
] as const;

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'haproxy-'))));
afterEach(() => rm(folder, { recursive: true }));

async function written(configuration: string): Promise<string> {
	const file = join(folder, 'haproxy.cfg');
	await writeFile(file, configuration);
	return file;
}

it.each(CONFIGURATIONS)('HAProxy takes the configuration in %s', async (_, configuration) => {
	const file = await written(configuration);

	const checked = run(await findHaproxy(), ['-c', '-f', file]);

	await expect(checked).resolves.toBeDefined();
});

/** Does something with a port that HAProxy listens at. */
async function withHaproxy<T>(
	configuration: string,
	use: (port: number) => Promise<T>,
): Promise<T> {
	const port = await freePort(0);
	const quick = configuration
		.replace('bind :5678', `bind 127.0.0.1:${port}`)
		.replace('timeout http-request 10s', 'timeout http-request 200ms');
	const haproxy = spawn(await findHaproxy(), ['-db', '-f', await written(quick)]);
	try {
		return await use(port);
	} finally {
		haproxy.kill('SIGKILL');
	}
}

describe.each(CONFIGURATIONS)('HAProxy with the configuration in %s', (_, configuration) => {
	/** What it responds to the beginning of a request. */
	function answerTo(beginning: string): Promise<string> {
		return withHaproxy(configuration, async (port) => {
			const socket = await waitUntil('HAProxy', () => open(port), { timeoutMs: 10_000 });
			socket.write(beginning);
			const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) });
			return String(answer);
		});
	}

	it('waits a few seconds for headers that never end', async () => {
		expect(await answerTo('GET / HTTP/1.1\r\nHost: a\r\n')).toContain(' 408 ');
	});

	it('refuses a body that n8n would not take', async () => {
		const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${2 ** 32}\r\n\r\n`;

		expect(await answerTo(head)).toContain(' 413 ');
	});
});

it.each([
	['a paused execution', 'webhook', '/webhook-waiting/1/ai-app-task?t=0'],
	["a trigger's Production URL", 'webhook', '/webhook/id/ai-app-task'],
	["a trigger's Test URL", 'main', '/webhook-test/id/ai-app-task'],
])('by the guide, callbacks of %s go to %s', async (_, process, path) => {
	const servers = await Promise.all(['main', 'webhook'].map(named));
	const [main, webhook] = servers.map((server) => (server.address() as AddressInfo).port);
	const onTheirPorts = onThisMachine
		.replaceAll(/(server main[^:]*):5678/g, `$1:${main}`)
		.replaceAll(/(server webhook[^:]*):5678/g, `$1:${webhook}`);
	try {
		await withHaproxy(onTheirPorts, async (port) => {
			const probe = await waitUntil('HAProxy', () => open(port), { timeoutMs: 10_000 });
			probe.destroy();
			const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST' });
			expect(await answer.text()).toBe(process);
		});
	} finally {
		for (const server of servers) server.close();
	}
});

/** A server that answers with its name. */
async function named(name: string): Promise<Server> {
	const server = createServer((_, response) => response.end(name));
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return server;
}

/** An open connection; undefined if there is none yet. */
async function open(port: number): Promise<Socket | undefined> {
	const socket = connect(port, '127.0.0.1');
	return once(socket, 'connect').then(
		() => socket,
		() => undefined,
	);
}
