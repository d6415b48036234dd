import type { INodeProperties } from 'n8n-workflow';
import { learnMore } from '../../words/learnMore';

/**
 * One form for agents' tools and one for all others. A tool gets only the arguments that its
 * expressions ask the model for, and no fields that could set inputs by their names.
 */
const form = [true, false].map(
	(isTool): INodeProperties => ({
		displayName: 'App Inputs',
		name: 'inputs',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		description:
			"Values of the app's inputs. The app uses its own defaults and samples for inputs you remove. For files, enter a URL or the name of a binary field, e.g. data.",
		builderHint: {
			propertyHint:
				'If the fields of the items are named like the inputs, by ID or label, use {"mappingMode": "autoMapInputData", "value": null}, but never in a tool. Otherwise use "defineBelow" with a value for each input ID, e.g. {"mappingMode": "defineBelow", "value": {"6:CLIPTextEncode.text": expr("{{ $json.prompt }}")}}. Labels are rejected there. App: Get returns the input IDs in inputs[].name. For a file, the value is the name of a binary field of the item, such as "data", or a URL. Inputs you leave out use the defaults of the app.',
		},
		displayOptions: {
			show: { '@tool': [isTool], specifyInputs: ['fields'] },
			hide: { appId: [''] },
		},
		typeOptions: {
			loadOptionsDependsOn: ['appId.value'],
			resourceMapper: {
				resourceMapperMethod: 'getInputs',
				mode: 'map',
				supportAutoMap: !isTool,
				addAllFields: true,
				allowEmptyValues: true,
				multiKeyMatch: false,
				fieldWords: { singular: 'input', plural: 'inputs' },
				valuesLabel: 'App Inputs',
				// Hides n8n's own message, because the notice in place of the form says more.
				hideNoDataError: true,
			},
		},
	}),
);

/**
 * Says why there is no form before an app is chosen. If an expression chooses the app, n8n shows
 * this beside the form as well.
 */
const noAppYet = [true, false].map((isTool): INodeProperties => {
	const json = "set 'Specify Inputs' to 'Using JSON'";
	const advice = isTool ? json : `run the previous node first and reopen this panel, or ${json}`;
	return {
		displayName: `Choose an app to see its inputs here. If the app is set by an expression, ${advice}. ${learnMore('inputs.md#choose-the-app-with-an-expression')}`,
		name: 'noAppNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '@tool': [isTool], specifyInputs: ['fields'], appId: [''] } },
	};
});

/**
 * If the model provides no input, an agent's tool still works, but with the same values in each
 * call. Nothing else would say so.
 */
const byModel: INodeProperties = {
	displayName: `Click the sparkles next to each input that the model provides. For lists, use 'Override Inputs'. Set 'Tool Description' to 'Set Manually' and say what the app creates. ${learnMore('ai-agents.md#set-it-up')}`,
	name: 'byModelNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true], specifyInputs: ['fields'] }, hide: { appId: [''] } },
};

const json: INodeProperties = {
	displayName: 'App Inputs (JSON)',
	name: 'inputsJson',
	type: 'json',
	default: '{}',
	displayOptions: { show: { specifyInputs: ['json'] } },
	builderHint: {
		propertyHint:
			'Return the whole object from one expression, e.g. expr(\'{{ ({"Prompt": $json.prompt}) }}\'). If you write JSON text instead, insert values with JSON.stringify and without quotes around them, e.g. expr(\'{"Prompt": {{ JSON.stringify($json.prompt) }}}\'). Keys are input IDs or labels. For a file, use {"$binary": "data"} with the name of a binary field of the item, or a URL.',
	},
	hint: 'Name inputs by ID or label, or paste the body of an API example. The app uses its defaults for the others.',
	description: 'Object with a value for each input, e.g. {"6:CLIPTextEncode.text": "a red cat"}',
};

export const overrideInputs: INodeProperties = {
	displayName: 'Override Inputs',
	name: 'overrideInputs',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, hideEmptyMessage: true },
	placeholder: 'Add Input',
	default: {},
	displayOptions: { hide: { appId: [''] } },
	builderHint: {
		propertyHint:
			'The format is {"values": [{"key": "Prompt", "value": expr("{{ $json.prompt }}")}]}. A key is an input ID or a label. Texts need no escaping here. In a tool, use $fromAI in the value.',
	},
	description:
		'Set single inputs here to replace the values above. Useful for long prompts and for values that an AI agent provides.',
	options: [
		{
			displayName: 'Input',
			name: 'values',
			values: [
				{
					displayName: 'Input Name or ID',
					name: 'key',
					type: 'options',
					typeOptions: {
						loadOptionsMethod: 'getInputNames',
						loadOptionsDependsOn: ['appId.value'],
					},
					default: '',
					description:
						'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					typeOptions: { rows: 4 },
					default: '',
					description: 'Value of the input. Enter numbers, true and false as plain text.',
				},
			],
		},
	],
};

export const specifyInputs: INodeProperties = {
	displayName: 'Specify Inputs',
	name: 'specifyInputs',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Using Fields Below', value: 'fields', description: "Fill in the app's form" },
		{ name: 'Using JSON', value: 'json', description: 'Enter all inputs as one JSON object' },
	],
	default: 'fields',
	builderHint: {
		propertyHint: 'If you only know the labels of the inputs, use "json", which accepts labels.',
	},
	description: "How to enter the app's inputs",
};

export const inputProperties: INodeProperties[] = [
	specifyInputs,
	...[...noAppYet, byModel],
	...[...form, json],
];

export const seedMode: INodeProperties = {
	displayName: 'Seed Mode',
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
	description: 'Where the seed comes from, for apps with a seed input',
};
