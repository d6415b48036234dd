import axios from 'axios';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	withCredential,
	webhookUrl,
} from '../../scripts/n8n/workflows.mts';
import { runBigFile, RUN } from '../cases/tasks.mts';
import type { Setting } from './setting.mts';

const PACKAGE = 'n8n-nodes-ai-app-tasks';
const START = 'Webhook';

/** Publishes a webhook that runs one task and answers with its result; returns its URL. */
export async function publish({
	n8n,
	rest,
	credential,
}: Pick<Setting, 'n8n' | 'rest' | 'credential'>): Promise<string> {
	const { type, typeVersion, parameters } = runBigFile({});
	const webhook = {
		...{ name: START, type: 'n8n-nodes-base.webhook', typeVersion: 2 },
		parameters: { path: 'run', httpMethod: 'POST', responseMode: 'lastNode' },
	};
	const draft = {
		name: 'Many executions',
		nodes: [
			{ ...webhook, id: 'webhook', position: [0, 0], webhookId: 'many-executions' },
			{ name: RUN, type, typeVersion, parameters, id: 'run', position: [220, 0] },
		] as const,
		connections: { [START]: { main: [[{ node: RUN, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
	const workflow = await createWorkflow(rest, withCredential(draft, PACKAGE, credential));
	await activateWorkflow(rest, workflow);
	const url = webhookUrl(n8n.url, workflow) ?? '';
	const isListening = async () => {
		const { status } = await axios.post(url, {}, { proxy: false, validateStatus: () => true });
		return status === 404 ? undefined : true;
	};
	await waitUntil('the webhook to listen', isListening, { timeoutMs: 60_000 });
	return url;
}

/**
 * Starts an execution; returns the seconds until it has ended.
 * @throws when it doesn't succeed
 */
export async function start(url: string): Promise<number> {
	const begun = performance.now();
	await axios.post(url, {}, { proxy: false });
	return (performance.now() - begun) / 1000;
}
