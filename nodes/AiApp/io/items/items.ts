import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	AiAppError,
	isRecord,
	type Stopped,
	type TaskRef,
	type Seeds,
	type UploadedFile,
} from '../../../../client/index';
import { wordsForAgent } from '../agent';

/** The item of a task that was created and is not waited for. */
export function createdItem({ requestId, appId, appName, seeds }: TaskRef): INodeExecutionData {
	const known = { request_id: requestId, app_id: appId, app_name: appName };
	return { json: omitUndefined({ ...known, ...drawnSeeds(seeds) }) };
}

/** The item of a task that was to be stopped; `status` is the one it had before. */
export function stoppedItem(
	requestId: string,
	how: Stopped['how'],
	status?: string,
): INodeExecutionData {
	return { json: omitUndefined({ request_id: requestId, result: how, previous_status: status }) };
}

/** A record of the service as it is. */
export function recordItem(record: unknown): INodeExecutionData {
	return { json: (isRecord(record) ? { ...record } : { data: record }) as IDataObject };
}

/** The item of an uploaded file. */
export function fileItem({ id, name, ext, url }: UploadedFile): INodeExecutionData {
	return { json: omitUndefined({ id, name, ext, url }) };
}

/**
 * A failed item under Continue On Fail. n8n sends it to the error output only when it has exactly
 * these two members.
 */
export function failedItem(error: unknown, isTool: boolean): INodeExecutionData {
	const message = error instanceof Error ? error.message : String(error);
	if (!(error instanceof AiAppError))
		return { json: { error: message, details: { kind: 'node', status: 'Failed' } } };
	const { code, requestId, appId, status } = error.details;
	const known = { kind: error.kind, code, request_id: requestId, app_id: appId };
	const details = omitUndefined({ ...known, status: status ?? statusWithout(requestId) });
	const told = isTool ? wordsForAgent(error) : message;
	return { json: { error: told, details } };
}

/** An item without a task has a status as well, so that one condition tells them all apart. */
function statusWithout(requestId: string | undefined): string | undefined {
	return requestId === undefined ? 'Failed' : undefined;
}

/** Ties items to the input item they come from. */
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

/** The seeds that chance chose, where it did. */
export function drawnSeeds(seeds: Seeds = {}): IDataObject {
	return Object.keys(seeds).length > 0 ? { seeds: { ...seeds } } : {};
}
