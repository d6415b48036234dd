import type { INodeProperties } from 'n8n-workflow';
import { defineResource } from './operation';
import * as getBalance from './account/getBalance.operation';
import * as getUser from './account/getUser.operation';
import * as checkInputs from './app/checkInputs.operation';
import * as getApp from './app/get.operation';
import * as runApp from './app/run.operation';
import * as upload from './file/upload.operation';
import * as getTask from './model/getTask.operation';
import * as runModel from './model/run.operation';
import * as cancel from './task/cancel.operation';
import * as getOutputs from './task/getOutputs.operation';
import * as getStatus from './task/getStatus.operation';
import * as interrupt from './task/interrupt.operation';
import * as stop from './task/stop.operation';
import * as wait from './task/wait.operation';

const ofTask = { cancel, getOutputs, getStatus, interrupt, stop, wait };

/** All that the node can do; the editor's lists and the router read it from here. */
export const resources = {
	account: defineResource('account', 'getBalance', { getUser, getBalance }),
	app: defineResource('app', 'run', { checkInputs, get: getApp, run: runApp }),
	file: defineResource('file', 'upload', { upload }),
	model: defineResource('model', 'run', { getTask, run: runModel }),
	task: defineResource('task', 'getOutputs', ofTask),
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
	...['resource', 'operation'].map(customApiCallNotice),
	...Object.values(resources).flatMap((resource) => resource.properties),
];

/**
 * n8n adds the choice "Custom API Call" to both lists by itself, and refers to the HTTP Request node,
 * where it refuses a credential that serves only this package. Of all parameters without a value, the
 * editor then shows only one that is called authentication.
 */
function customApiCallNotice(parameter: string): INodeProperties {
	return {
		displayName:
			"The credential of this node doesn't work in HTTP Request. There, create a Bearer Auth credential with your API key.",
		name: 'authentication',
		type: 'notice',
		default: '',
		displayOptions: { show: { [parameter]: ['__CUSTOM_API_CALL__'] } },
	};
}
