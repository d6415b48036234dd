import type { IWebhookDescription } from 'n8n-workflow';
import type { NumberOption } from '../io/readParameter';

/** Max Wait Time where the execution is paused. */
export const maxWaitPaused: NumberOption = {
	displayName: 'Max Wait Time (Minutes)',
	name: 'maxWaitMinutes',
	type: 'number',
	// n8n checks for timeouts once a minute; results expire in less than a year.
	typeOptions: { minValue: 2, maxValue: 365 * 24 * 60 },
	default: 120,
	description:
		"How long the execution is paused at most. If not set: 120. After that, items have the status 'TimedOut': use Task: Wait for Completion to get their results.",
};

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
