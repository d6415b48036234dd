import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { TaskOutput, TaskResult } from '../../../../client/index';
import { drawnSeeds, omitUndefined } from './items';

/** A file that was fetched, with the position of its output in the task (from 0). */
export type FetchedFile = { readonly index: number; readonly data: IBinaryData };

export type ItemShape = {
	/** Off: the records of the service as sent. */
	readonly simplify: boolean;
	/** Leaves everything else out of the items; undefined keeps all. */
	readonly onlyFields?: readonly string[] | undefined;
	readonly oneItemPerFile: boolean;
	/** Name of the first binary field; further ones get `_1`, `_2` ... */
	readonly outputField: string;
};

/** The items that a task becomes: one, or one for each usable output. */
export function taskItems(
	result: TaskResult,
	files: readonly FetchedFile[],
	shape: ItemShape,
): INodeExecutionData[] {
	const usable = result.outputs.flatMap((output, index) => (output.ok ? [index] : []));
	if (!shape.oneItemPerFile || usable.length === 0)
		return [{ json: taskJson(result, shape), ...binaryOf(files, shape.outputField) }];
	return usable.map((index) => ({
		json: { ...taskJson(result, shape), file: outputJson(result.outputs[index], shape.simplify) },
		...binaryOf(
			files.filter((file) => file.index === index),
			shape.outputField,
		),
	}));
}

function taskJson(result: TaskResult, { simplify, onlyFields }: ItemShape): IDataObject {
	const all = simplify ? simplified(result) : asSent(result);
	if (!onlyFields) return all;
	return Object.fromEntries(Object.entries(all).filter(([name]) => onlyFields.includes(name)));
}

function asSent(result: TaskResult): IDataObject {
	const { requestId, appId, task } = result;
	const own = { request_id: requestId, app_id: appId, status: task.status };
	return omitUndefined({
		...task.record,
		...own,
		outputs: outputsJson(result, false),
		...drawnSeeds(result.seeds),
	});
}

function simplified(result: TaskResult): IDataObject {
	const { requestId, appId, task } = result;
	return omitUndefined({
		request_id: requestId,
		app_id: appId,
		status: task.status,
		outputs: outputsJson(result, true),
		billed_seconds: task.billedSeconds,
		duration_ms: task.durationMs,
		queue_count: task.queueCount,
		message: task.message,
		created_at: task.createdAt,
		ended_at: task.endedAt,
		expires_at: task.expiresAt,
		...drawnSeeds(result.seeds),
	});
}

function outputsJson(result: TaskResult, simplify: boolean): IDataObject[] {
	return result.outputs.map((output) => outputJson(output, simplify));
}

function outputJson(output: TaskOutput | undefined, simplify: boolean): IDataObject {
	if (!output) return {};
	const { fileName, mimeType, ok, record } = output;
	if (!simplify) return { ...record } as IDataObject;
	return omitUndefined({
		...record,
		file_name: fileName,
		mime_type: mimeType,
		ok,
	});
}

function binaryOf(files: readonly FetchedFile[], field: string): Partial<INodeExecutionData> {
	if (files.length === 0) return {};
	const named = files.map(({ data }, n) => [n === 0 ? field : `${field}_${n}`, data] as const);
	return { binary: Object.fromEntries(named) };
}
