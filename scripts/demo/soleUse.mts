import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import axios from 'axios';
import type { Stage } from '../stage/stage.mts';

type Running = { readonly editorUrl: string; readonly controlUrl: string };

const RECORD = 'running.json';

/** A killed demo leaves its record behind, so the test is whether its emulator still responds. */
export async function runningDemo(userFolder: string): Promise<Running | undefined> {
	const running = await readRecord(userFolder);
	return running !== undefined && (await isUp(running)) ? running : undefined;
}

/**
 * Two n8n instances on one database disturb each other.
 * @throws if a demo uses the folder at this moment
 */
export async function refuseSecondDemo(userFolder: string): Promise<void> {
	const running = await runningDemo(userFolder);
	if (running === undefined) return;
	throw new Error(`A demo is running already, at ${running.editorUrl}. Stop it first.`);
}

export async function recordDemo(userFolder: string, { n8n, emulator }: Stage): Promise<void> {
	const running: Running = { editorUrl: n8n.url, controlUrl: emulator.controlUrl };
	await writeFile(join(userFolder, RECORD), JSON.stringify(running));
}

async function readRecord(userFolder: string): Promise<Running | undefined> {
	const text = await readFile(join(userFolder, RECORD), 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as Running);
}

function isUp({ controlUrl }: Running): Promise<boolean> {
	return axios.get(`${controlUrl}/control/state`, { timeout: 5_000 }).then(
		() => true,
		() => false,
	);
}
