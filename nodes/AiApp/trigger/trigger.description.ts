import type { INodeProperties } from 'n8n-workflow';
import { learnMore } from '../words/learnMore';

export const triggerOn: INodeProperties = {
	displayName: 'Trigger On',
	name: 'triggerOn',
	type: 'multiOptions',
	options: [
		{ name: 'Canceled', value: 'Canceled', action: 'On task cancellation' },
		{ name: 'Failed', value: 'Failed', action: 'On task failure' },
		{ name: 'Success', value: 'Success', action: 'On task success' },
	],
	default: ['Success', 'Failed', 'Canceled'],
	required: true,
	builderHint: {
		propertyHint:
			'Keep all three, and branch on {{ $json.status }} in the workflow. A status that is left out starts nothing.',
	},
};

export const properties: INodeProperties[] = [
	{
		displayName: `Copy the Production URL from 'Webhook URLs' into 'Callback URL' of the AI App node that creates the task. Set a 'Callback Token' in the credential, so that only the service can start this workflow. ${learnMore('trigger.md')}`,
		name: 'howTo',
		type: 'notice',
		default: '',
	},
	triggerOn,
	{
		displayName: 'Result Source',
		name: 'resultSource',
		type: 'options',
		options: [
			{
				name: 'Fetch From Service',
				value: 'service',
				description:
					"Look up the task with your API key, so a fake callback can't pass as a result. Recommended.",
			},
			{
				name: 'Use Callback Body',
				value: 'callback',
				description:
					"Trust the data in the callback. Needed if App: Run uses 'Suppress Preview Output'. Set a callback token.",
			},
		],
		default: 'service',
		builderHint: {
			propertyHint: 'Keep "service" unless App: Run uses \'Suppress Preview Output\'.',
		},
		description: 'Where the result comes from',
	},
];
