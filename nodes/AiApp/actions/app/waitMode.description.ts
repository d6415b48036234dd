import type { INodeProperties } from 'n8n-workflow';
import { learnMore } from '../../description/learnMore';
import { callbackUrl } from './callback.description';

/** How to get the result after the task is created. */
export const waitModeProperties: INodeProperties[] = [
	{
		displayName: 'Wait Mode',
		name: 'waitMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Keep Connection Open',
				value: 'keepOpen',
				description:
					"Only for apps that finish in seconds. Waits on one open HTTP request. The task can't be stopped.",
			},
			{
				name: 'Pause Execution',
				value: 'pause',
				description:
					'Best for long videos. Pauses the execution until the service reports that all tasks are finished.',
				displayOptions: { hide: { '@tool': [true] } },
			},
			{
				name: 'Return Immediately',
				value: 'none',
				description: 'Return the request ID as soon as the task is created',
			},
			{
				name: 'Return Immediately and Call URL',
				value: 'callback',
				description:
					'Return the request ID. The service sends the result to a URL when the task finishes.',
			},
			{
				name: 'Wait for Result',
				value: 'poll',
				description:
					'Best for most apps. Checks the status until the task finishes, then returns its files.',
			},
		],
		default: 'poll',
		description: 'How to get the result after the task is created',
	},
	{
		displayName: `The service must be able to reach this n8n instance at its webhook URL. To download the files, add Task: Get Outputs as the next node. Let that node continue in its settings: a failed task would stop the workflow there. Stopping a paused execution doesn't stop its tasks. The callback URL can also resume later Wait nodes of this workflow, so set 'Authentication' in each of them. ${learnMore('waiting.md#pause-execution')}`,
		name: 'pauseNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { waitMode: ['pause'] } },
	},
	callbackUrl,
];
