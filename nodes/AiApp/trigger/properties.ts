import type { INodeProperties } from 'n8n-workflow';

export const properties: INodeProperties[] = [
	{
		displayName:
			'Use the URL above as Notify URL of App: Run. Set a Callback Token in the credential, so that nobody else can start this workflow. Get the files with Task: Get Outputs.',
		name: 'howTo',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Final States',
		name: 'statuses',
		type: 'multiOptions',
		options: [
			{ name: 'Canceled', value: 'Canceled' },
			{ name: 'Failed', value: 'Failed' },
			{ name: 'Success', value: 'Success' },
		],
		default: ['Success', 'Failed', 'Canceled'],
		required: true,
		description: 'Which ends of a task start the workflow',
	},
	{
		displayName: 'Result',
		name: 'result',
		type: 'options',
		options: [
			{
				name: 'As Sent',
				value: 'asSent',
				description: 'Take the body of the call as it is. A body can be forged.',
			},
			{
				name: 'Read Back From the Service',
				value: 'readBack',
				description: 'Ask the service for the task that the call speaks of',
			},
		],
		default: 'readBack',
		description: 'Where the result comes from',
	},
];
