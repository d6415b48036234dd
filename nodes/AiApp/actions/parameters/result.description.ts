import type { INodeProperties } from 'n8n-workflow';
import type { NumberOption } from '../../io/readParameter';

type Show = Readonly<Record<string, string[]>>;

/** An agent is handed no files: n8n drops binary data of tools. */
const NOT_AS_TOOL = { hide: { '@tool': [true] } };

/** Whether and where the files of a result are put. */
export function fileProperties(show: Show): INodeProperties[] {
	return [
		{
			displayName: 'Download Files',
			name: 'downloadFiles',
			type: 'boolean',
			default: true,
			displayOptions: { show: { ...show }, ...NOT_AS_TOOL },
			description:
				'Whether to fetch the finished files as binary data. Their URLs are in the output either way.',
		},
		{
			displayName: 'Put Output Files in Field',
			name: 'outputField',
			type: 'string',
			default: 'data',
			displayOptions: { show: { ...show, downloadFiles: [true] }, ...NOT_AS_TOOL },
			hint: 'The name of the output binary field. Further files of the same task get _1, _2 and so on.',
		},
	];
}

/** How a result is handed on: its files and the shape of its items. */
export function resultProperties(show: Show = {}): INodeProperties[] {
	return [...fileProperties(show), ...resultShape(show)];
}

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** What an agent may pick from the result; URLs and ids are short, whole records are not. */
const TOOL_FIELDS = [
	'app_id',
	'billed_seconds',
	'created_at',
	'duration_ms',
	'expires_at',
	'outputs',
	'request_id',
	'status',
];

/** Simplify, and in its place three ways of output where an agent uses the node. */
export function resultShape(show: Show = {}): INodeProperties[] {
	return [
		{ ...simplify, displayOptions: { show: { ...show }, ...NOT_AS_TOOL } },
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'The records of the service as sent' },
				{ name: 'Selected Fields', value: 'selected', description: 'Only the chosen fields' },
				{ name: 'Simplified', value: 'simplified', description: 'State, URLs and billed seconds' },
			],
			default: 'simplified',
			displayOptions: { show: { ...show, '@tool': [true] } },
			description: 'What the agent gets',
		},
		{
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			options: TOOL_FIELDS.map((name) => ({ name, value: name })),
			default: ['request_id', 'status', 'outputs'],
			displayOptions: { show: { ...show, '@tool': [true], output: ['selected'] } },
			description: 'The fields that the agent gets',
		},
	];
}

export const splitIntoItems: INodeProperties = {
	displayName: 'Split Into Items',
	name: 'splitIntoItems',
	type: 'boolean',
	default: false,
	displayOptions: NOT_AS_TOOL,
	description: 'Whether to return one item for each output file instead of one for each task',
};

export const maxFileSize: NumberOption = {
	displayName: 'Max File Size (MB)',
	name: 'maxFileSizeMb',
	type: 'number',
	typeOptions: { minValue: 0.01, numberPrecision: 2 },
	default: 1024,
	description:
		'The largest file to fetch. An item with a larger one does not succeed; its message says so.',
};

export const maxConcurrentTasks: NumberOption = {
	displayName: 'Max Concurrent Tasks',
	name: 'maxConcurrentTasks',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 5,
	description: 'How many input items are worked on at the same time',
};

/** The same parameter for operations that create no task. */
export const maxConcurrentItems: INodeProperties = {
	...maxConcurrentTasks,
	displayName: 'Max Concurrent Items',
};
