import type { INodeProperties } from 'n8n-workflow';
import * as getTask from './getTask.operation';
import * as run from './run.operation';

export const operations = { getTask, run };

export const properties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['model'] } },
		options: [
			{
				name: 'Get Task',
				value: 'getTask',
				description: 'Retrieve the state and the outputs of a task of a model',
				action: 'Get task of model',
			},
			{
				name: 'Run',
				value: 'run',
				description: 'Run a model and get its result',
				action: 'Run model',
			},
		],
		default: 'run',
	},
	...getTask.description,
	...run.description,
];
