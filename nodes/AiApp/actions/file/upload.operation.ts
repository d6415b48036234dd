import type { INodeProperties } from 'n8n-workflow';
import {
	deadlineIn,
	isRecord,
	notMedia,
	requireFitting,
	requireNoShareLink,
	requireOneUrl,
	say,
	TRANSFER_TIMEOUT_MS,
} from '../../../../client/index';
import { PanelError } from '../../facts/panelError';
import { openPanel } from '../../parameters/readParameter';
import type { ExecutionContext } from '../../execution/context';
import { fetchToBinary, itemFiles, type StoredSource } from '../../io/binary/source';
import { fileItem } from '../../io/items/plainItems';
import type { ItemResult, OperationOption } from '../operation';
import { maxFileSize, maxItemsAtATime } from '../../parameters/result.description';
import { readMaxFileBytes } from '../../parameters/resultOptions';
import { optionsWith } from '../../parameters/options';

export const option: OperationOption = {
	name: 'Upload',
	description: "Upload a file to the service's storage to use it as an app input",
	action: 'Upload file',
};

export const description: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'fileSource',
		type: 'options',
		options: [
			{ name: 'Binary Field', value: 'binary', description: 'Upload a file of the input item' },
			{ name: 'URL', value: 'url', description: 'Upload a file from a public URL' },
		],
		default: 'binary',
		description: 'Where the file comes from',
	},
	{
		displayName: 'Input Binary Field',
		name: 'inputField',
		type: 'string',
		default: 'data',
		displayOptions: { show: { fileSource: ['binary'] } },
		hint: 'The name of the input binary field containing the file to upload',
	},
	{
		displayName: 'URL',
		name: 'fileUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/photo.jpg',
		displayOptions: { show: { fileSource: ['url'] } },
		description:
			"URL of the file. It must be accessible without a login. n8n stores the file while it's uploaded.",
	},
	optionsWith(
		{ ...maxFileSize, displayOptions: { show: { '/fileSource': ['url'] } } },
		maxItemsAtATime,
	),
];

export async function execute(context: ExecutionContext, itemIndex: number): Promise<ItemResult> {
	const source = await readSource(context, itemIndex);
	requireFitting(source);
	// A transfer that stalls or is too slow ends earlier, by limits of its own.
	const deadline = deadlineIn(context.clock, TRANSFER_TIMEOUT_MS);
	return { items: [fileItem(await context.uploads.upload(source, deadline))] };
}

async function readSource(context: ExecutionContext, itemIndex: number): Promise<StoredSource> {
	const { ctx } = context;
	if (ctx.getNodeParameter('fileSource', itemIndex, 'binary') === 'url') {
		const url = String(ctx.getNodeParameter('fileUrl', itemIndex, '')).trim();
		if (url === '')
			throw new PanelError("'URL' is empty", 'Enter the URL of the file. Nothing was uploaded.');
		requireOneUrl(FILE_URL, url);
		requireNoShareLink(FILE_URL, url);
		return fetchToBinary(context, url, readMaxFileBytes(openPanel(ctx, itemIndex)));
	}
	const files = itemFiles(ctx, itemIndex);
	const value: unknown = ctx.getNodeParameter('inputField', itemIndex, 'data');
	const field =
		files.nameOf(value) ??
		String(value)
			.trim()
			.replace(/^_files\./, '');
	if (files.names.includes(field)) return files.source(field);
	if (isRecord(value)) throw notMedia(INPUT_FIELD, value, files.names);
	throw new PanelError(
		say`The input item has no binary field "${field}"`,
		say`Set 'Input Binary Field' to a binary field of the input item. It has: ${files.names.length > 0 ? files.names : 'none'}.`,
		'ask',
		{ given: field },
	);
}

/** How messages about values name the parameters. */
const INPUT_FIELD = { key: 'inputField', label: 'Input Binary Field', kind: 'text' } as const;
const FILE_URL = { key: 'fileUrl', label: 'URL', kind: 'text' } as const;
