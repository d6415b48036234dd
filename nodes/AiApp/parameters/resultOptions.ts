import type { IDataObject } from 'n8n-workflow';
import type { FileOptions } from '../io/binary/downloadOutputs';
import { readInputFields, type ItemShape } from '../io/items/taskItems';
import { offeredValues, type Panel } from './readParameter';
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

/**
 * Reads which fields and files the items of a task get.
 * @throws AiAppError kind `input` for a value that the editor doesn't offer, and for input fields
 * that can't be copied
 */
export function readResultOptions(panel: Panel): ResultOptions {
	return {
		...(panel.isTool ? readToolOutput(panel) : { simplify: panel.isShownOn(simplify) }),
		downloadFiles: panel.isShownOn(downloadFiles, false),
		outputField: panel.text('outputField').trim() || 'data',
		oneItemPerFile: panel.isOn(oneItemPerFile),
		maxFileBytes: readMaxFileBytes(panel),
		fileName: panel.text('fileName'),
		inputFields: readIncludedFields(panel),
	};
}

/**
 * The fields of the input item, if its items are to have them.
 * @throws AiAppError kind `input` if they can't be copied
 */
export function readIncludedFields(panel: Panel): IDataObject | undefined {
	return panel.isOn(includeInputFields) ? readInputFields(panel.ctx, panel.itemIndex) : undefined;
}

/** First the fields that an agent replies with, then those that it decides by. */
const FOR_AGENTS = ['url', 'status', 'request_id', 'outputs', 'billed_seconds', 'error_message'];

function readToolOutput(panel: Panel): Pick<ItemShape, 'onlyFields' | 'simplify'> {
	const output = panel.offered(toolOutput, panel.read('output', 'simplified'));
	if (output === 'raw') return { simplify: false };
	if (output === 'simplified') return { simplify: true, onlyFields: FOR_AGENTS };
	return { simplify: true, onlyFields: offeredValues(toolFields, panel.read('outputFields', [])) };
}

export function readMaxFileBytes(panel: Panel): number {
	return panel.number(maxFileSize) * MEGABYTE;
}
