import type { IWebhookDescription } from 'n8n-workflow';

/** Behind the resume address, so that a late call of ours cannot wake a Wait node of somebody else. */
export const CALLBACK_PATH = 'ai-app-task';

/** Wakes an execution that sleeps at this node; n8n answers 200 as soon as the run has been taken up. */
export const webhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		path: CALLBACK_PATH,
		restartWebhook: true,
	},
];
