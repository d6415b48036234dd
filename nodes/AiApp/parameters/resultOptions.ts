import type { FileOptions } from '../io/binary/downloadOutputs';
import { readInputFields, type ItemShape } from '../io/items/taskItems';
import {
	offeredValue,
	offeredValues,
	readNumber,
	readPanelSwitch,
	readSwitch,
	readText,
	type Panel,
} from './readParameter';
import {
	downloadFiles,
	includeInputFields,
	maxFileSize,
	oneItemPerFile,
	simplify,
	toolFields,
	toolOutput,
} from './result.description';

const MEGABYTE = 1024 ** 2;

export type ResultOptions = ItemShape & FileOptions;

export function readResultOptions(context: Panel, itemIndex: number): ResultOptions {
	const { ctx, isTool } = context;
	return {
		simplify: isTool
			? ctx.getNodeParameter('output', itemIndex, 'simplified') !== 'raw'
			: readPanelSwitch(ctx, itemIndex, simplify),
		onlyFields: readOnlyFields(context, itemIndex),
		downloadFiles: readPanelSwitch(ctx, itemIndex, downloadFiles, false),
		outputField: readText(ctx, itemIndex, 'outputField').trim() || 'data',
		oneItemPerFile: readSwitch(ctx, itemIndex, oneItemPerFile),
		maxFileBytes: readMaxFileBytes(context, itemIndex),
		fileName: readText(ctx, itemIndex, 'fileName'),
		inputFields: readSwitch(ctx, itemIndex, includeInputFields)
			? readInputFields(ctx, itemIndex)
			: undefined,
	};
}

/** First the fields that an agent replies with, then those that it decides by. */
const FOR_AGENTS = ['url', 'status', 'request_id', 'outputs', 'billed_seconds', 'error_message'];

function readOnlyFields({ ctx, isTool }: Panel, itemIndex: number): readonly string[] | undefined {
	if (!isTool) return undefined;
	const output = ctx.getNodeParameter('output', itemIndex, 'simplified');
	switch (offeredValue(toolOutput, output)) {
		case 'raw':
			return undefined;
		case 'simplified':
			return FOR_AGENTS;
		default:
			return offeredValues(toolFields, ctx.getNodeParameter('outputFields', itemIndex, []));
	}
}

export function readMaxFileBytes({ ctx }: Panel, itemIndex: number): number {
	return readNumber(ctx, itemIndex, maxFileSize) * MEGABYTE;
}
