import type { INodeProperties } from 'n8n-workflow';

export const properties: INodeProperties[] = [
	{
		displayName:
			'Paste the Test URL or the Production URL of <b>Webhook URLs</b> above into <b>Notify URL</b> of App: Run (Completion: Do Not Wait, Notify URL). The files of the task come with Task: Get Outputs as the next node.',
		name: 'howTo',
		type: 'notice',
		default: '',
	},
	{
		displayName:
			'Without a <b>Callback Token</b> in the credential, calls are taken from anybody who knows the URL. Their task headers could be made up, so <b>metadata</b> stays empty.',
		name: 'tokenNotice',
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
				description:
					'Take the body of the call as it is. A body can be forged. Right where App: Run suppresses preview outputs, which cannot be read back.',
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
