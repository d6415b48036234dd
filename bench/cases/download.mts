import { randomUUID } from 'node:crypto';
import { runAll } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';
import { aiApp, httpRequest, storeWorkflow, TRIGGER } from '../setting/workflow.mts';

const OURS = 'Get Outputs';
const PEER = 'Fetch';

/** Nodes of n8n that move a file of this many bytes; each returns the node's own time in seconds. */
export type Nodes = {
	readonly ours: (bytes: number) => Promise<number>;
	readonly httpRequest: (bytes: number) => Promise<number>;
};

/** Task: Get Outputs of a task with one big file, into n8n's store. */
export function downloaders(setting: Setting): Nodes {
	return {
		ours: (bytes) => ourDownload(setting, bytes),
		httpRequest: (bytes) => peerDownload(setting, bytes),
	};
}

async function ourDownload(setting: Setting, bytes: number): Promise<number> {
	const { emulator, bytesUrl, bytesCredential: credential, rest } = setting;
	const requestId = randomUUID();
	const answer = (data: object) =>
		({ type: 'answer', status: 200, body: { code: 20000, status: true, data } }) as const;
	const output = { object_url: `${bytesUrl}/${bytes}.bin`, output_ext: '.bin' };
	await emulator.addFault({
		on: 'status',
		effect: answer({ request_id: requestId, status: 'Success' }),
	});
	await emulator.addFault({
		on: 'outputs',
		effect: answer({ request_id: requestId, outputs: [{ ...output, error_type: 'NOT_ERROR' }] }),
	});
	const node = aiApp(OURS, TRIGGER, {
		...{ resource: 'task', operation: 'getOutputs', requestId },
		...{ downloadFiles: true, options: {} },
	});
	const workflow = await storeWorkflow(rest, { name: OURS, nodes: [node], credential });
	return (await runAll(rest, workflow, OURS)).executionTime / 1000;
}

async function peerDownload(setting: Setting, bytes: number): Promise<number> {
	const { bytesUrl, bytesCredential: credential, rest } = setting;
	const node = httpRequest(PEER, TRIGGER, {
		method: 'GET',
		url: `${bytesUrl}/${bytes}.bin`,
		options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } },
	});
	const workflow = await storeWorkflow(rest, { name: PEER, nodes: [node], credential });
	return (await runAll(rest, workflow, PEER)).executionTime / 1000;
}
