import type { INodeProperties } from 'n8n-workflow';

export const notifyUrl: INodeProperties = {
	displayName: 'Notify URL',
	name: 'notifyUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/...',
	displayOptions: { show: { completion: ['notify'] } },
	description: 'Address that the service posts the result to, such as that of an AI App Trigger',
};

export const taskHeaders: INodeProperties = {
	displayName: 'Task Headers',
	name: 'taskHeaders',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Header',
	default: {},
	displayOptions: { show: { '/completion': ['notify'] } },
	description: 'Headers that travel with the task and come back with its callback',
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
						'Name of the header. The Task Header Prefix of the credential is put before it where it is missing.',
				},
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			],
		},
	],
};
