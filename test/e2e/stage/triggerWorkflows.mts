import type { Workflow } from '../../../scripts/n8n/workflows.mts';
import { chain, runApp, start } from './pauseWorkflows.mts';

const WEBHOOK_ID = '5b1f6c0e-6a0d-4a51-9d0a-2f6d1f0c7a11';

/** The path of the trigger below, after n8n's /webhook/. */
export const triggerPath = `${WEBHOOK_ID}/ai-app-task`;

/** Starts with the trigger, and does nothing more. */
export const triggeredWorkflow: Workflow = {
	name: 'Called back',
	settings: { executionOrder: 'v1' },
	connections: {},
	nodes: [
		{
			id: 'trigger',
			name: 'AI App Trigger',
			type: 'n8n-nodes-ai-app-tasks.aiAppTrigger',
			typeVersion: 1,
			position: [0, 0],
			webhookId: WEBHOOK_ID,
			parameters: {},
		},
	],
};

/** Creates a task that sends its callback to `url`. */
export function workflowWithCallback(url: string): Workflow {
	const options = { taskHeaders: { values: [{ name: 'Order-Id', value: 'A 7' }] } };
	const run = runApp('Run App', { waitMode: 'callback', callbackUrl: url, options });
	return chain('Calls', start, run);
}
