import type { INodeProperties } from 'n8n-workflow';
import * as account from './account';
import * as app from './app';
import * as file from './file';
import * as model from './model';
import type { Operation } from '../execution/operation';
import * as task from './task';

/** resource -> operation -> module; what is not here does not exist. */
export const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
	account: account.operations,
	app: app.operations,
	file: file.operations,
	model: model.operations,
	task: task.operations,
};

/** Everything that the editor shows. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Account', value: 'account' },
			{ name: 'App', value: 'app' },
			{ name: 'File', value: 'file' },
			{ name: 'Model', value: 'model' },
			{ name: 'Task', value: 'task' },
		],
		default: 'app',
	},
	...account.properties,
	...app.properties,
	...file.properties,
	...model.properties,
	...task.properties,
];
