import type { INodeProperties } from 'n8n-workflow';
import { learnMore } from '../../words/learnMore';
import { callbackUrl } from './callback';

export const waitMode: INodeProperties = {
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
				"Best for long videos. Pauses the execution until all tasks are finished. Stopping it doesn't stop its tasks.",
			displayOptions: { hide: { '@tool': [true] } },
		},
		{
			name: 'Return Immediately',
			value: 'none',
			description:
				'Return the request ID as soon as the task is created. To wait for the result later, use Task: Wait for Completion.',
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
	builderHint: {
		propertyHint:
			'"poll" is best for most apps: the items contain the files. "pause" is for tasks that take longer than a few minutes: the items contain URLs only, so add Task: Get Outputs as the next node and set its "onError" to "continueErrorOutput". It needs an n8n instance that the service can reach. "callback" is for starting another workflow with AI App Trigger. "none" returns only the request ID. "keepOpen" is for apps that finish in seconds.',
	},
	description:
		'How to get the result after the task is created. If you switch to another mode, n8n removes the options that it lacks.',
};

export const waitModeProperties: INodeProperties[] = [
	waitMode,
	{
		displayName: `The service must be able to reach this n8n. Add Task: Get Outputs next, with 'On Error' set to 'Continue'. ${learnMore('waiting.md#pause-execution')}`,
		name: 'pauseNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { waitMode: ['pause'] } },
	},
	callbackUrl,
];
