import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chain, start, store, type NodeDraft } from '../../scripts/stage/workflows.mts';
import { chunks } from '../setting/byteServer.mts';
import { aiApp, httpRequest, withItems } from '../setting/nodes.mts';
import { courseOf, runStep, type Runs } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import type { Nodes } from './download.mts';

const READ = 'Read File';

/** File: Upload of files of these sizes that are in n8n's store already. */
export async function uploaders(setting: Setting, sizes: readonly number[]): Promise<Nodes> {
	const { bytesUrl, bytesCredential: credential, emulator, folder, rest } = setting;
	emulator.setUpStorage({ endpoint: bytesUrl });
	// The emulator doesn't know what the other server receives.
	const data = { id: 1, name: 'file.bin', ext: '.bin', url: `${bytesUrl}/1.bin` };
	const body = { code: 20000, status: true, data };
	emulator.addFault({
		...{ on: 'commit', times: Infinity },
		effect: { type: 'answer', status: 200, body },
	});
	const file = join(folder, 'upload.bin');
	// n8n runs no step of a workflow without pinned data.
	const storeBehindRead = (...nodes: readonly NodeDraft[]) =>
		store({ rest, credential }, withItems(1, chain('Upload', start, readNode(file), ...nodes)));
	// Each file is put into n8n's store once; the nodes run over it as steps.
	const stored = new Map<number, Runs>();
	for (const bytes of sizes) {
		await writeFile(file, chunks(bytes));
		stored.set(bytes, await runStep(rest, await storeBehindRead(), READ));
	}
	const secondsOf = async (node: NodeDraft, bytes: number) => {
		const runs = await runStep(rest, await storeBehindRead(node), node.name, stored.get(bytes));
		return courseOf(runs, node.name).seconds;
	};
	return {
		ours: (bytes) => secondsOf(uploadNode(), bytes),
		httpRequest: (bytes) => secondsOf(putNode(`${bytesUrl}/${bytes}.bin`), bytes),
	};
}

function readNode(fileSelector: string): NodeDraft {
	const parameters = { operation: 'read', fileSelector, options: {} };
	return { name: READ, type: 'n8n-nodes-base.readWriteFile', parameters };
}

function uploadNode(): NodeDraft {
	return aiApp('Upload', {
		...{ resource: 'file', operation: 'upload' },
		...{ fileSource: 'binary', inputField: 'data', options: {} },
	});
}

function putNode(url: string): NodeDraft {
	return httpRequest('Put', {
		...{ method: 'PUT', url, sendBody: true },
		...{ contentType: 'binaryData', inputDataFieldName: 'data', options: {} },
	});
}
