import { join, resolve } from 'node:path';
import { APPS_TO_TRY, type EmulatorOptions } from '../emulator/index.mts';
import { buildPackage } from './build.mts';
import { accessOf, type Access } from './demo/access.mts';
import { saveDatabase, startDatabase } from './demo/database.mts';
import { readDetails } from './demo/details.mts';
import { runOnce, type Summary } from './demo/runOnce.mts';
import { recordDemo, refuseSecondDemo, runningDemo } from './demo/soleUse.mts';
import { stayOpen } from './demo/stayOpen.mts';
import { freePort } from './n8n/freePort.mts';
import { openStage, type Stage } from './stage/stage.mts';

type Options = {
	/** Prints what the demo that runs offers, instead of starting one. */
	readonly apps?: boolean;
	/** The editor's port. */
	readonly port?: number;
	readonly once?: boolean;
	readonly output?: string;
};

const USUAL_PORT = 5678;
/** Those of `npm run emulator`, so that a credential made by hand works tomorrow as well. */
const EMULATOR_PORTS = { api: 8787, meta: 8788, storage: 8789, control: 8790 };
const projectFolder = resolve(import.meta.dirname, '..');

/** An n8n editor to try the node in; with `once`, one run without an editor. */
export default async function demo({ apps, port, once, output }: Options): Promise<void> {
	if (apps) return console.log(await detailsOfRunning(folderOf('editor')));
	if (!once) return onStage('editor', port, (stage, access) => open(stage, access, port));
	const folder = resolve(output ?? join(projectFolder, '.demo', 'output'));
	const summary = await onStage('headless', port, (stage) =>
		runOnce(stage, projectFolder, folder),
	).catch(failed);
	console.log(JSON.stringify(summary));
	if (summary.status !== 'success') throw new Error(summary.reason);
}

/** @throws if no demo runs: the addresses would lead nowhere */
async function detailsOfRunning(userFolder: string): Promise<string> {
	if (await runningDemo(userFolder)) return readDetails(userFolder);
	throw new Error(
		'No demo is ready. Start one with npm run demo, and wait until it prints where to begin.',
	);
}

async function open(stage: Stage, access: Access, port: number | undefined): Promise<void> {
	const isElsewhere = port === undefined && !stage.n8n.url.endsWith(`:${USUAL_PORT}`);
	if (isElsewhere)
		console.log(`Port ${USUAL_PORT} is in use, so the editor is at ${stage.n8n.url}.`);
	const { apiUrl, metaUrl, storageUrl } = stage.emulator;
	const { api, meta, storage } = EMULATOR_PORTS;
	const ports = [apiUrl, metaUrl, storageUrl].map((url) => Number(new URL(url).port));
	if (ports.join() !== [api, meta, storage].join())
		console.log(
			"Another program uses the simulated service's usual ports, so the service has other URLs. If you created a credential in an earlier demo, enter the URLs that npm run demo -- --apps prints.",
		);
	const userFolder = folderOf('editor');
	const postgres = await startDatabase(userFolder);
	try {
		const database = postgres && (await saveDatabase(stage.rest, postgres));
		await stayOpen(stage, { ...access, database }, { projectFolder, userFolder });
	} finally {
		await postgres?.stop();
	}
}

type Kind = 'editor' | 'headless';

function folderOf(kind: Kind): string {
	return join(projectFolder, '.demo', kind);
}

/** Each kind of demo has its own data: changes in the editor can't break a run. */
async function onStage<Result>(
	kind: Kind,
	port: number | undefined,
	use: (stage: Stage, access: Access) => Promise<Result>,
): Promise<Result> {
	const userFolder = folderOf(kind);
	await refuseSecondDemo(userFolder);
	const preferredPort = await editorPort(kind, port);
	buildPackage(projectFolder);
	console.error('Starting the simulated service and n8n (20 seconds or more) ...');
	const access = await accessOf(userFolder);
	const stage = await openStage({
		...{ projectFolder, userFolder, preferredPort },
		...(kind === 'editor' && { emulatorPorts: fixedPorts }),
		...{ owner: access.owner, apiKey: access.apiKey, callsOnlyN8n: true },
		credentialFields: {
			// One example reads the task headers of callbacks, which only come with a token.
			callbackToken: access.callbackToken,
			savedApps: APPS_TO_TRY.map(({ id, name }) => `${id} ${name}`).join('\n'),
		},
	});
	try {
		await recordDemo(userFolder, stage);
		return await use(stage, access);
	} finally {
		await stage.close();
	}
}

/** The usual port gives way to another one; a port that the user chose doesn't. */
async function editorPort(kind: Kind, port: number | undefined): Promise<number> {
	if (port === undefined) return kind === 'editor' ? USUAL_PORT : 0;
	if ((await freePort(port)) === port) return port;
	throw new Error(`Port ${port} is in use. Choose another one with --port.`);
}

async function fixedPorts(): Promise<EmulatorOptions['ports']> {
	const ports = Object.entries(EMULATOR_PORTS).map(async ([host, port]) => [
		host,
		await freePort(port),
	]);
	return Object.fromEntries(await Promise.all(ports));
}

function failed(error: unknown): Summary {
	const reason = error instanceof Error ? error.message : String(error);
	return { status: 'error', items: [], reason };
}
