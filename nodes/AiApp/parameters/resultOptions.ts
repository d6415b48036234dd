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

export function readResultOptions(panel: Panel): ResultOptions {
	const { ctx, itemIndex } = panel;
	return {
		simplify: panel.isTool
			? panel.read('output', 'simplified') !== 'raw'
			: panel.isShownOn(simplify),
		onlyFields: readOnlyFields(panel),
		downloadFiles: panel.isShownOn(downloadFiles, false),
		outputField: panel.text('outputField').trim() || 'data',
		oneItemPerFile: panel.isOn(oneItemPerFile),
		maxFileBytes: readMaxFileBytes(panel),
		fileName: panel.text('fileName'),
		inputFields: panel.isOn(includeInputFields) ? readInputFields(ctx, itemIndex) : undefined,
	};
}

/** First the fields that an agent replies with, then those that it decides by. */
const FOR_AGENTS = ['url', 'status', 'request_id', 'outputs', 'billed_seconds', 'error_message'];

function readOnlyFields(panel: Panel): readonly string[] | undefined {
	if (!panel.isTool) return undefined;
	switch (panel.offered(toolOutput, panel.read('output', 'simplified'))) {
		case 'raw':
			return undefined;
		case 'simplified':
			return FOR_AGENTS;
		default:
			return offeredValues(toolFields, panel.read('outputFields', []));
	}
}

export function readMaxFileBytes(panel: Panel): number {
	return panel.number(maxFileSize) * MEGABYTE;
}
