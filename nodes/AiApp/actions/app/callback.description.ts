import type { INodeProperties } from 'n8n-workflow';

export const callbackUrl: INodeProperties = {
	displayName: 'Callback URL',
	name: 'callbackUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/.../ai-app-task',
	displayOptions: { show: { waitMode: ['callback'] } },
	builderHint: {
		propertyHint:
			"For an AI App Trigger, use its Production URL: the webhook URL of the n8n instance, /webhook/, the trigger's webhook ID and /ai-app-task. Use the host of WEBHOOK_URL: with localhost in place of 127.0.0.1, for example, the callback token isn't sent and the trigger rejects the callback.",
	},
	description:
		"URL the service sends the result to when the task finishes. To start another workflow, paste the whole URL of its AI App Trigger, up to '/ai-app-task'.",
};

export const taskHeaders: INodeProperties = {
	displayName: 'Task Headers',
	name: 'taskHeaders',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Header',
	default: {},
	displayOptions: { show: { '/waitMode': ['callback'] } },
	description:
		'Custom headers to send with the task. The service returns them in the callback, e.g. to pass an order number.',
	options: [
		{
			displayName: 'Header',
			name: 'values',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Order-Number',
					description:
						"Name of the header. The node adds the credential's 'Task Header Prefix' if it's missing.",
				},
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			],
		},
	],
};
