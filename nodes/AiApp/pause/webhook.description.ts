import type { IWebhookDescription } from 'n8n-workflow';

/** A suffix of the resume URL, so that a late callback cannot resume a Wait node of the same workflow. */
export const CALLBACK_PATH = 'ai-app-task';

/** Resumes an execution that is paused at this node; n8n answers 200 as soon as it resumes. */
export const webhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		path: CALLBACK_PATH,
		restartWebhook: true,
	},
];
