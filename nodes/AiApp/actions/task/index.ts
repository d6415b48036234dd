import type { INodeProperties } from 'n8n-workflow';
import * as cancel from './cancel.operation';
import * as getOutputs from './getOutputs.operation';
import * as getStatus from './getStatus.operation';
import * as interrupt from './interrupt.operation';
import * as stop from './stop.operation';
import * as wait from './wait.operation';

export const operations = { cancel, getOutputs, getStatus, interrupt, stop, wait };

export const properties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['task'] } },
		options: [
			{
				name: 'Cancel',
				value: 'cancel',
				description: 'Take a queuing task out of the queue, free of charge',
				action: 'Cancel task',
			},
			{
				name: 'Get Outputs',
				value: 'getOutputs',
				description: 'Retrieve the outputs of a finished task, with their files',
				action: 'Get outputs of task',
			},
			{
				name: 'Get Status',
				value: 'getStatus',
				description: 'Retrieve the state of a task and its place in the queue',
				action: 'Get status of task',
			},
			{
				name: 'Interrupt',
				value: 'interrupt',
				description: 'Stop a running task; what has run is charged',
				action: 'Interrupt task',
			},
			{
				name: 'Stop',
				value: 'stop',
				description: 'Cancel or interrupt a task, whichever its state allows',
				action: 'Stop task',
			},
			{
				name: 'Wait for Completion',
				value: 'wait',
				description: 'Wait for the end of a task and get its result',
				action: 'Wait for completion of task',
			},
		],
		default: 'getStatus',
	},
	...cancel.description,
	...getOutputs.description,
	...getStatus.description,
	...interrupt.description,
	...stop.description,
	...wait.description,
];
