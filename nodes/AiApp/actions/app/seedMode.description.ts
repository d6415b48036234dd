import type { INodeProperties } from 'n8n-workflow';

export const seedMode: INodeProperties = {
	displayName: 'Seed',
	name: 'seedMode',
	type: 'options',
	options: [
		{
			name: 'Random for Each Item',
			value: 'random',
			description:
				"Use a different seed for each item to get different results. Replaces the seed in 'App Inputs', but not one in 'Override Inputs'.",
		},
		{
			name: 'Use App Inputs',
			value: 'appInputs',
			description: "Use the seed entered in 'App Inputs'",
		},
	],
	default: 'appInputs',
	builderHint: {
		propertyHint:
			'"random" replaces a seed in the form or the JSON. A seed in \'Override Inputs\' always stays, so do not set one there if results have to differ.',
	},
	description:
		'Where the seed comes from, for apps with a seed input. The output contains a random seed that was used.',
};
