import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserServer } from 'playwright-core';
import { signIn } from '../../../scripts/n8n/owner.mts';
import { createRest } from '../../../scripts/n8n/rest.mts';
import { startN8n, type N8nServer } from '../../../scripts/n8n/server.mts';
import { OWNER } from '../../../scripts/stage/stage.mts';
import { createSecretSearch, type Secret } from '../../secrets/secretSearch.mts';
import { serveChromium } from './chromium.mts';
import { announce, type SharedN8n } from './sharedN8n.mts';
import { n8nFolder, projectFolder, usualEnv } from './testStage.mts';

type Started = { readonly server: N8nServer; readonly shared: SharedN8n };

/** From the one call of jest to the other. */
let servers: readonly Started[] = [];
let chromium: BrowserServer;

/**
 * Before the first file: Chromium, and an n8n for each worker of jest. The others start when the first
 * one has, and find n8n's code compiled.
 */
export async function startShared(workers: number): Promise<void> {
	const [first, browser] = await Promise.all([start(), serveChromium()]);
	const others = Array.from({ length: workers - 1 }, start);
	servers = [first, ...(await Promise.all(others))];
	chromium = browser;
	announce(servers.map(({ shared }) => shared));
}

/**
 * After the last file.
 * @throws if any data of n8n contains a secret of any file, now that it has written everything
 */
export async function stopShared(): Promise<void> {
	const ends = await Promise.allSettled([chromium.close(), ...servers.map(stop)]);
	for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function start(): Promise<Started> {
	const folder = await mkdtemp(join(tmpdir(), 'ai-app-e2e-'));
	const userFolder = join(folder, 'n8n');
	const server = await startN8n({
		...{ n8nFolder, userFolder },
		packageFolder: projectFolder,
		env: usualEnv,
	});
	const rest = createRest(server.url);
	await signIn(rest, OWNER);
	const { url, pid, logFile } = server;
	const { authCookie } = rest.session();
	const secretsFile = join(folder, 'secrets.jsonl');
	return { server, shared: { url, pid, logFile, userFolder, authCookie, secretsFile } };
}

async function stop({ server, shared }: Started): Promise<void> {
	await server.stop();
	const named = await readFile(shared.secretsFile, 'utf8').catch(() => '');
	const secrets = named.split('\n').filter((line) => line !== '');
	const search = createSecretSearch(secrets.map((line) => JSON.parse(line) as Secret));
	const findings = await search.inFolder(shared.userFolder);
	await rm(dirname(shared.userFolder), { recursive: true, force: true });
	if (findings.length > 0) throw new Error(`Secrets were found: ${JSON.stringify(findings)}`);
}
