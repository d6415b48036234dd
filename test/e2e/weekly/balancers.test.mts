import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
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

describe.each(CONFIGURATIONS)('HAProxy with the configuration in %s', (_, configuration) => {
	/** What it responds to the beginning of a request. */
	async function answerTo(beginning: string): Promise<string> {
		const port = await freePort(0);
		const quick = configuration
			.replace('bind :5678', `bind 127.0.0.1:${port}`)
			.replace('timeout http-request 10s', 'timeout http-request 200ms');
		const haproxy = spawn(await findHaproxy(), ['-db', '-f', await written(quick)]);
		try {
			const socket = await waitUntil('HAProxy', () => open(port), { timeoutMs: 10_000 });
			socket.write(beginning);
			const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) });
			return String(answer);
		} finally {
			haproxy.kill('SIGKILL');
		}
	}

	it('waits a few seconds for headers that never end', async () => {
		expect(await answerTo('GET / HTTP/1.1\r\nHost: a\r\n')).toContain(' 408 ');
	});

	it('refuses a body that n8n would not take', async () => {
		const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${2 ** 32}\r\n\r\n`;

		expect(await answerTo(head)).toContain(' 413 ');
	});
});

/** An open connection; undefined if there is none yet. */
async function open(port: number): Promise<Socket | undefined> {
	const socket = connect(port, '127.0.0.1');
	return once(socket, 'connect').then(
		() => socket,
		() => undefined,
	);
}
