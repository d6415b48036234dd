import type { Workflow } from '../../../scripts/n8n/workflows.mts';
import { chain, start, type NodeDraft } from './pauseWorkflows.mts';

/** App: Run as it is by default: polls, and downloads the files. */
function run(options: Readonly<Record<string, unknown>> = {}): NodeDraft {
	return {
		name: 'Run App',
		type: 'n8n-nodes-ai-app-tasks.aiApp',
		parameters: {
			resource: 'app',
			operation: 'run',
			appId: { __rl: true, mode: 'id', value: '54663' },
			specifyInputs: 'json',
			inputsJson: '{"6:CLIPTextEncode.text": "a lighthouse"}',
			options,
		},
	};
}

export function byHand(): Workflow {
	return chain('By hand', start, run());
}

/** @param responseMode `lastNode`: responds with the result; `onReceived`: at once; `streaming`: all along */
export function byWebhook(
	path: string,
	responseMode: 'lastNode' | 'onReceived' | 'streaming',
	options: Readonly<Record<string, unknown>> = {},
): Workflow {
	const webhook: NodeDraft = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode, options: {} },
	};
	return chain(`By webhook ${path}`, webhook, run(options));
}
