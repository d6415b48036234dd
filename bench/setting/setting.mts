import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveCredential, type Credential } from '../../scripts/n8n/credentials.mts';
import { freePort } from '../../scripts/n8n/freePort.mts';
import { signIn } from '../../scripts/n8n/owner.mts';
import { createRest, type Rest } from '../../scripts/n8n/rest.mts';
import { startN8n, type N8nServer } from '../../scripts/n8n/server.mts';
import { OWNER } from '../../scripts/stage/stage.mts';
import type { Control } from './control.mts';
import { startEmulatorProcess, type ServiceAccess } from './emulatorProcess.mts';
import { startServerProcess } from './serverProcess.mts';

/** A real n8n, the emulator and a server of plain bytes, each in a process of its own. */
export type Setting = {
	readonly n8n: N8nServer;
	readonly rest: Rest;
	readonly emulator: Control;
	readonly bytesUrl: string;
	/** Its files are at the emulator's own storage. */
	readonly credential: Credential;
	/** Its files are at the server of plain bytes. */
	readonly bytesCredential: Credential;
	/** Of n8n's debugger. */
	readonly inspectorPort: number;
	readonly service: ServiceAccess;
	/** The Node.js that runs n8n. */
	readonly node: string;
	/** Removed at the end; n8n may read files in it. */
	readonly folder: string;
};

/** Starts everything, lets `use` work with it, and removes all of it again. */
export async function withSetting<Result>(
	projectFolder: string,
	use: (setting: Setting) => Promise<Result>,
): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), 'ai-app-bench-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const closers = [() => rm(folder, { recursive: true, force: true })];
	try {
		return await use(await open(projectFolder, folder, closers));
	} finally {
		for (const close of closers.reverse()) await close();
	}
}

async function open(
	projectFolder: string,
	folder: string,
	closers: Array<() => Promise<void>>,
): Promise<Setting> {
	const n8nFolder = join(projectFolder, 'n8n');
	const node = join(n8nFolder, 'node_modules', '.bin', 'node');
	const emulator = await startEmulatorProcess();
	closers.push(emulator.stop);
	const script = join(projectFolder, 'bench', 'setting', 'byteServer.mts');
	const bytes = await startServerProcess<{ readonly url: string }>(node, [script]);
	closers.push(bytes.stop);
	const inspectorPort = await freePort();
	const env = {
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		N8N_RESTRICT_FILE_ACCESS_TO: folder,
		NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
	};
	const userFolder = join(folder, 'n8n');
	const n8n = await startN8n({ n8nFolder, packageFolder: projectFolder, userFolder, env });
	closers.push(n8n.stop);
	const rest = createRest(n8n.url);
	await signIn(rest, OWNER);
	const bytesUrl = bytes.printed.url;
	const { service, storageUrl } = emulator;
	return {
		n8n,
		rest,
		emulator: emulator.control,
		bytesUrl,
		credential: await credentialWith(storageUrl, service, rest),
		bytesCredential: await credentialWith(bytesUrl, service, rest),
		inspectorPort,
		service,
		node,
		folder,
	};
}

function credentialWith(
	storageUrl: string,
	service: ServiceAccess,
	rest: Rest,
): Promise<Credential> {
	return saveCredential(rest, {
		name: `Files at ${storageUrl}`,
		type: 'aiAppApi',
		data: { ...service, moreSettings: true, storageUrl },
	});
}
