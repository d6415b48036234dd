import type { ItemShape } from '../../io/items/taskItems';
import type { Batch } from '../../execution/batch';
import { readNumber } from '../../io/numberOption';
import { maxFileSize } from './result.description';

const MEGABYTE = 1024 ** 2;

export type ResultOptions = ItemShape & {
	readonly downloadFiles: boolean;
	readonly maxFileBytes: number;
};

/** Reads how results are to be handed on. */
export function readResultOptions(batch: Batch, itemIndex: number): ResultOptions {
	const { fns } = batch;
	const option = <T>(name: string, fallback: T) =>
		fns.getNodeParameter(`options.${name}`, itemIndex, fallback) as T;
	return {
		simplify: isSimplified(batch, itemIndex),
		onlyFields: readOnlyFields(batch, itemIndex),
		downloadFiles: fns.getNodeParameter('downloadFiles', itemIndex, false) as boolean,
		outputField: String(fns.getNodeParameter('outputField', itemIndex, 'data')).trim() || 'data',
		splitIntoItems: option('splitIntoItems', false),
		maxFileBytes: readMaxFileBytes(batch, itemIndex),
	};
}

/** Simplify, or what stands in its place where an agent uses the node. */
export function isSimplified({ fns, isTool }: Batch, itemIndex: number): boolean {
	if (isTool) return fns.getNodeParameter('output', itemIndex, 'simplified') !== 'raw';
	return fns.getNodeParameter('simplify', itemIndex, true) === true;
}

function readOnlyFields({ fns, isTool }: Batch, itemIndex: number): readonly string[] | undefined {
	if (!isTool) return undefined;
	const output = fns.getNodeParameter('output', itemIndex, 'simplified');
	if (output === 'raw') return undefined;
	if (output === 'simplified')
		return ['request_id', 'status', 'outputs', 'billed_seconds', 'message'];
	const fields = fns.getNodeParameter('outputFields', itemIndex, []);
	return Array.isArray(fields) ? fields.map(String) : undefined;
}

export function readMaxFileBytes({ fns }: Batch, itemIndex: number): number {
	return readNumber(fns, itemIndex, maxFileSize) * MEGABYTE;
}
