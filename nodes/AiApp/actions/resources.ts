import type { INodeProperties } from 'n8n-workflow';
import { account } from './account';
import { app } from './app';
import { file } from './file';
import { model } from './model';
import { task } from './task';

/** All that the node can do; the editor's lists and the router read it from here. */
export const resources = { account, app, file, model, task };

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
