import { open } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { runOf, runStep } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import { aiApp, httpRequest, storeWorkflow, TRIGGER } from '../setting/workflow.mts';
import type { Nodes } from './download.mts';

const MEGABYTE = 1024 ** 2;
const READ = 'Read File';
const OURS = 'Upload';
const PEER = 'Put';

/** File: Upload of files of these sizes that are in n8n's store already. */
export async function uploaders(setting: Setting, sizes: readonly number[]): Promise<Nodes> {
	const { emulator, bytesUrl } = setting;
	await emulator.setUpStorage({ endpoint: bytesUrl });
	// The emulator doesn't know what the other server receives.
	const data = { id: 1, name: 'file.bin', ext: '.bin', url: `${bytesUrl}/1.bin` };
	const body = { code: 20000, status: true, data };
	await emulator.addFault({
		on: 'commit',
		times: -1,
		effect: { type: 'answer', status: 200, body },
	});
	const uploads = new Map<number, Upload>();
	for (const bytes of sizes) uploads.set(bytes, await storeFile(setting, bytes));
	const secondsOf = async (nodeName: string, bytes: number) =>
		(await uploads.get(bytes)?.(nodeName)) ?? NaN;
	return {
		ours: (bytes) => secondsOf(OURS, bytes),
		httpRequest: (bytes) => secondsOf(PEER, bytes),
	};
}

/** Runs the node of this name; returns its seconds. */
type Upload = (nodeName: string) => Promise<number>;

/** Puts a file into n8n's store once; the nodes run over it as steps. */
async function storeFile(setting: Setting, bytes: number): Promise<Upload> {
	const { rest, folder, bytesUrl, bytesCredential: credential } = setting;
	const file = join(folder, 'upload.bin');
	await writeRandom(file, bytes);
	const nodes = [readNode(file), uploadNode(), putNode(`${bytesUrl}/${bytes}.bin`)];
	const workflow = await storeWorkflow(rest, { name: `${bytes} bytes`, nodes, credential });
	const stored = await runStep(rest, workflow, READ);
	return async (nodeName) =>
		runOf(await runStep(rest, workflow, nodeName, stored), nodeName).executionTime / 1000;
}

function readNode(file: string) {
	const type = 'n8n-nodes-base.readWriteFile';
	const parameters = { operation: 'read', fileSelector: file, options: {} };
	return { name: READ, after: TRIGGER, type, typeVersion: 1, parameters };
}

function uploadNode() {
	return aiApp(OURS, READ, {
		...{ resource: 'file', operation: 'upload' },
		...{ fileSource: 'binary', inputField: 'data', options: {} },
	});
}

function putNode(url: string) {
	return httpRequest(PEER, READ, {
		...{ method: 'PUT', url, sendBody: true },
		...{ contentType: 'binaryData', inputDataFieldName: 'data', options: {} },
	});
}

async function writeRandom(path: string, bytes: number): Promise<void> {
	const chunk = randomBytes(MEGABYTE);
	const file = await open(path, 'w');
	for (let left = bytes; left > 0; left -= chunk.length) {
		await file.write(chunk, 0, Math.min(left, chunk.length));
	}
	await file.close();
}
