import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isRecord, type UploadedFile, say } from '../../../../client/index';

export function recordItem(record: unknown): INodeExecutionData {
	return { json: (isRecord(record) ? { ...record } : { data: record }) as IDataObject };
}

export function fileItem({ id, name, ext, url }: UploadedFile): INodeExecutionData {
	return { json: omitUndefined({ id, name, ext, url }) };
}

export function withPairedItem(
	items: readonly INodeExecutionData[],
	itemIndex: number,
): INodeExecutionData[] {
	return items.map((item) => ({ ...item, pairedItem: { item: itemIndex } }));
}

export function omitUndefined(json: Readonly<Record<string, unknown>>): IDataObject {
	const entries = Object.entries(json).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as IDataObject;
}

/** Providers of models charge for each word, and agents keep what a tool has returned. */
const MOST_OUTPUTS = 20;

/** What a model gets of an item: not more than it can use, and a sentence about the rest. */
export function boundedForModel(item: INodeExecutionData): INodeExecutionData {
	const { outputs } = item.json;
	if (!Array.isArray(outputs) || outputs.length <= MOST_OUTPUTS) return item;
	const note = say`${outputs.length - MOST_OUTPUTS} more outputs are left out here.`;
	return { ...item, json: { ...item.json, outputs: outputs.slice(0, MOST_OUTPUTS), note } };
}
