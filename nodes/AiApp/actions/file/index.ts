import type { INodeProperties } from 'n8n-workflow';
import * as upload from './upload.operation';

export const operations = { upload };

export const properties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['file'] } },
		options: [
			{
				name: 'Upload',
				value: 'upload',
				description: 'Send a file to the storage of the service, to be used as an input of apps',
				action: 'Upload file',
			},
		],
		default: 'upload',
	},
	...upload.description,
];
