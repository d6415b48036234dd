import type { INodeProperties } from 'n8n-workflow';

const form: INodeProperties = {
	displayName: 'App Inputs',
	name: 'inputs',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { show: { inputMode: ['form'] }, hide: { appId: [''] } },
	typeOptions: {
		loadOptionsDependsOn: ['appId.value'],
		resourceMapper: {
			resourceMapperMethod: 'getInputs',
			mode: 'map',
			supportAutoMap: false,
			addAllFields: true,
			allowEmptyValues: true,
			multiKeyMatch: false,
			fieldWords: { singular: 'input', plural: 'inputs' },
			valuesLabel: 'App Inputs',
			noFieldsError: 'No inputs found. Check the app ID, then refresh this list.',
		},
	},
};

/**
 * The form is not there before an app is chosen, and nothing else would say why. n8n shows this
 * beside the form as well where an expression chooses the app.
 */
const noAppYet: INodeProperties = {
	displayName:
		'The inputs of the chosen app appear here. If an expression chooses it, execute the previous node and open this panel again, or set Input Mode to JSON.',
	name: 'noAppNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { inputMode: ['form'], appId: [''] } },
};

const json: INodeProperties = {
	displayName: 'App Inputs (JSON)',
	name: 'inputsJson',
	type: 'json',
	default: '{}',
	required: true,
	displayOptions: { show: { inputMode: ['json'] } },
	hint: 'App: Get lists the names of the inputs. Inputs that are left out keep the default of the app.',
	description: 'An object with a value for each input, e.g. {"6:CLIPTextEncode.text": "a red cat"}',
};

const overrides: INodeProperties = {
	displayName: 'Override Inputs',
	name: 'overrideInputs',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Input',
	default: {},
	description:
		'Values that win over the form: for long prompts, for apps chosen by an expression, and for values that an AI agent fills in',
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
					description: 'Numbers and true or false can be typed as text',
				},
			],
		},
	],
};

/** Where the values of the app's inputs come from. */
export const inputProperties: INodeProperties[] = [
	{
		displayName: 'Input Mode',
		name: 'inputMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Form', value: 'form', description: 'Fill in the inputs of the app one by one' },
			{ name: 'JSON', value: 'json', description: 'Give all inputs as one JSON object' },
		],
		default: 'form',
		description: 'How to give the inputs of the app',
	},
	noAppYet,
	form,
	json,
	overrides,
	{
		displayName: 'Seeds',
		name: 'seeds',
		type: 'options',
		options: [
			{ name: 'As Set', value: 'asSet', description: 'Send the seeds of the form' },
			{
				name: 'Random for Each Item',
				value: 'random',
				description: 'Draw a new seed for each item, so that no two results are the same',
			},
		],
		default: 'asSet',
		description:
			'What to send for the seed inputs of the app. The seed that was used is in the output.',
	},
];
