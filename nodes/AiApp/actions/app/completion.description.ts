import type { INodeProperties } from 'n8n-workflow';
import { notifyUrl } from './callback.description';

/** How to go on after the task was created. */
export const completionProperties: INodeProperties[] = [
	{
		displayName: 'Completion',
		name: 'completion',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Do Not Wait',
				value: 'none',
				description: 'Create the task and return its request ID at once',
			},
			{
				name: 'Do Not Wait, Notify URL',
				value: 'notify',
				description: 'The same, and the service calls a URL when the task has ended',
			},
			{
				name: 'Pause Until Callback',
				value: 'pause',
				description:
					'Let the execution sleep, without holding a worker, until the service has called back for every task. For long videos.',
				displayOptions: { hide: { '@tool': [true] } },
			},
			{
				name: 'Wait (Hold Connection)',
				value: 'hold',
				description:
					'Keep one connection open until the task has ended. For short tasks: its request ID is not known before, so it cannot be stopped.',
			},
			{
				name: 'Wait (Poll)',
				value: 'poll',
				description: 'Look at the task until it has ended and return its result',
			},
		],
		default: 'poll',
		description: 'How to go on after the task was created',
	},
	{
		displayName:
			'The service must reach this n8n. Tasks that did not succeed come out as items; look at their status. Get the files with Task: Get Outputs in the next node. Stopping an execution that sleeps does not stop its tasks. The callback address can wake later Wait nodes of this workflow as well: set Authentication in each of them.',
		name: 'pauseNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { completion: ['pause'] } },
	},
	notifyUrl,
];
