import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isRecord, type Stopped, type UploadedFile } from '../../../../client/index';

/** The item of a task to stop; `status` is its previous one. */
export function stoppedItem(
	requestId: string,
	how: Stopped['how'],
	status?: string,
): INodeExecutionData {
	return { json: omitUndefined({ request_id: requestId, result: how, previous_status: status }) };
}

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
