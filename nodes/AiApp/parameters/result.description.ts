import type { INodeProperties } from 'n8n-workflow';
import { TOOL_FIELDS } from '../io/items/taskItems';
import type { NumberOption } from './readParameter';
import { optionsWith } from './options';

type Show = Readonly<Record<string, string[]>>;

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Agents get no files: n8n drops binary data of tools. */
const NOT_AS_TOOL = { hide: { '@tool': [true] } };

export const downloadFiles: INodeProperties = {
	displayName: 'Download Files',
	name: 'downloadFiles',
	type: 'boolean',
	default: true,
	description:
		'Whether to download the finished files as binary data. The output contains their URLs either way.',
};

export function downloadSwitch(show: Show): INodeProperties {
	return { ...downloadFiles, displayOptions: { show: { ...show }, ...NOT_AS_TOOL } };
}

export function resultProperties(show: Show = {}): INodeProperties[] {
	return [downloadSwitch(show), ...resultShape(show)];
}

export const toolOutput: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{ name: 'Raw', value: 'raw', description: "The service's full response" },
		{ name: 'Selected Fields', value: 'selected', description: 'Only the chosen fields' },
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'The ID of the task, its status, URLs and billed seconds',
		},
	],
	default: 'simplified',
	description: 'What to return to the agent',
};

export const toolFields: INodeProperties = {
	displayName: 'Fields',
	name: 'outputFields',
	type: 'multiOptions',
	options: TOOL_FIELDS.map((name) => ({ name, value: name })),
	default: ['request_id', 'status', 'url'],
	description: 'The fields to return to the agent',
};

/** Simplify; if an agent uses the node, Output with its three choices instead. */
export function resultShape(show: Show = {}): INodeProperties[] {
	const asTool = { '@tool': [true], ...show };
	return [
		{ ...simplify, displayOptions: { show: { ...show }, ...NOT_AS_TOOL } },
		{ ...toolOutput, displayOptions: { show: asTool } },
		{ ...toolFields, displayOptions: { show: { ...asTool, output: ['selected'] } } },
	];
}

export const oneItemPerFile: INodeProperties = {
	displayName: 'Return One Item per File',
	name: 'oneItemPerFile',
	type: 'boolean',
	default: false,
	builderHint: {
		propertyHint:
			"The item's own file is in url and file. outputs lists all files of the task in each item.",
	},
	description: 'Whether to return one item per output file instead of one per task',
};

export const includeInputFields: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the fields of the input item to the output. Task fields, such as status, always come from the result.',
};

const outputField: INodeProperties = {
	displayName: 'Put Output Files in Field',
	name: 'outputField',
	type: 'string',
	default: 'data',
	description:
		'Name of the output binary field. More files of the same task get the suffix _1, _2 and so on. If not set: data.',
};

const fileName: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.sku }}',
	description:
		'Name of the downloaded files. The node adds the extension, the number of the variation if there are several, and the suffix _1, _2 and so on for more files of the same task. If empty, the name contains the request ID.',
};

export const maxFileSize: NumberOption = {
	displayName: 'Max File Size (MB)',
	name: 'maxFileSizeMb',
	type: 'number',
	typeOptions: { minValue: 0.01 },
	default: 1024,
	description: 'The largest file to download. Items with larger files fail.',
};

export const maxAtATime: NumberOption = {
	displayName: 'Max Tasks at a Time',
	name: 'maxAtATime',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
	default: 5,
	description: 'How many tasks this node works on at the same time, up to 100. If not set: 5.',
};

/** 'Max Tasks at a Time' under another name, for operations that create no task. */
export const maxItemsAtATime: NumberOption = {
	...maxAtATime,
	displayName: 'Max Items at a Time',
	description: 'How many items to process at the same time, up to 100. If not set: 5.',
};

/**
 * Options for the returned files and items. Agents get neither files nor several items.
 * @param waits the conditions under which the node has the files
 * @param hidden the conditions under which items get no input fields
 */
export function outputOptions(waits: Show = {}, hidden: Show = {}): INodeProperties[] {
	const displayOptions = { show: { ...waits }, ...NOT_AS_TOOL };
	const downloads = { ...displayOptions, show: { ...waits, '/downloadFiles': [true] } };
	return [
		{ ...fileName, displayOptions: downloads },
		{ ...includeInputFields, displayOptions: { hide: { ...hidden, ...NOT_AS_TOOL.hide } } },
		{ ...maxFileSize, displayOptions: downloads },
		{ ...outputField, displayOptions: downloads },
		{ ...oneItemPerFile, displayOptions },
	];
}

/** The options of operations that return the result of an earlier task. */
export const earlierResultOptions = optionsWith(...outputOptions(), maxItemsAtATime);
