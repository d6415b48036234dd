import { randomUUID } from 'node:crypto';
import { chain, start, store, type NodeDraft } from '../../scripts/stage/workflows.mts';
import { aiApp, httpRequest } from '../setting/nodes.mts';
import { courseOf, runAll } from '../setting/runs.mts';
import type { Setting } from '../setting/setting.mts';

/** Nodes of n8n that move a file of this many bytes; each returns the node's own time in seconds. */
export type Nodes = Readonly<Record<'ours' | 'httpRequest', (bytes: number) => Promise<number>>>;

/** Task: Get Outputs of a task with one big file, into n8n's store. */
export function downloaders(setting: Setting): Nodes {
	const { bytesUrl, bytesCredential: credential, rest } = setting;
	const secondsOf = async (node: NodeDraft) => {
		const workflow = await store({ rest, credential }, chain('Download', start, node));
		return courseOf(await runAll(rest, workflow), node.name).seconds;
	};
	const response = { responseFormat: 'file', outputPropertyName: 'data' };
	return {
		ours: (bytes) => secondsOf(getOutputs(setting, `${bytesUrl}/${bytes}.bin`)),
		httpRequest: (bytes) =>
			secondsOf(
				httpRequest('Fetch', {
					...{ method: 'GET', url: `${bytesUrl}/${bytes}.bin` },
					options: { response: { response } },
				}),
			),
	};
}

/** The node, and a finished task with a file of this URL. */
function getOutputs({ emulator }: Setting, objectUrl: string): NodeDraft {
	const requestId = randomUUID();
	const answer = (data: object) =>
		({ type: 'answer', status: 200, body: { code: 20000, status: true, data } }) as const;
	const output = { object_url: objectUrl, output_ext: '.bin', error_type: 'NOT_ERROR' };
	const status = answer({ request_id: requestId, status: 'Success' });
	emulator.addFault({ on: 'status', effect: status });
	const outputs = answer({ request_id: requestId, outputs: [output] });
	emulator.addFault({ on: 'outputs', effect: outputs });
	return aiApp('Get Outputs', {
		...{ resource: 'task', operation: 'getOutputs', requestId },
		...{ downloadFiles: true, options: {} },
	});
}
