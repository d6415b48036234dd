import type { INodeProperties } from 'n8n-workflow';
import * as get from './get.operation';
import * as run from './run.operation';

export const operations = { get, run };

export const properties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['app'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				description: 'Retrieve an app and the inputs it takes',
				action: 'Get app',
			},
			{
				name: 'Run',
				value: 'run',
				description: 'Create a task for an app and, if asked for, wait for its result',
				action: 'Run app',
			},
		],
		default: 'run',
	},
	...get.description,
	...run.description,
];
