import {
	deepCopy,
	type IBinaryData,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import {
	billedOf,
	excessOfValue,
	idsWithoutResult,
	ownMember,
	say,
	settleSync,
	type LedgerEntry,
	type Seeds,
	type TaskOutput,
	type TaskRef,
	type TaskResult,
} from '../../../../client/index';
import { PanelError } from '../../facts/panelError';
import { omitUndefined } from './plainItems';

/** A file that was fetched, with the position of its output in the task (from 0). */
export type FetchedFile = { readonly index: number; readonly data: IBinaryData };

/**
 * With more files, all are in one item: every item contains the URLs of all files, so twice as many
 * items take four times the memory.
 */
const MOST_ITEMS = 200;

export type ItemShape = {
	/** If false, items contain the records of the service as sent. */
	readonly simplify: boolean;
	/** The fields of the items, in this order; undefined keeps all. */
	readonly onlyFields?: readonly string[] | undefined;
	readonly oneItemPerFile: boolean;
	/** Name of the first binary field; further ones get `_1`, `_2` ... */
	readonly outputField: string;
	/** The fields of the input item, if the items are to have them. */
	readonly inputFields?: IDataObject | undefined;
};

type TaskShape = Pick<ItemShape, 'onlyFields' | 'simplify'>;

type TaskField = {
	/** The field's value in a simplified item; undefined leaves the field out. */
	readonly valueIn?: (result: TaskResult, shape: TaskShape) => unknown;
	/** An agent's tool can return this field by itself, because whole records are too long. */
	readonly forTools?: true;
	/** Only App: Run knows it. Task operations copy it from an input item that has the same task. */
	readonly onlyOfRun?: true;
};

/**
 * The fields of a task, in the order of a simplified item. Input fields of these names are left
 * out, because they may be about another task.
 */
const TASK_FIELDS: Readonly<Record<string, TaskField>> = {
	status: { valueIn: ({ task }) => task.status, forTools: true },
	url: { valueIn: ({ outputs }) => outputs.find(isFileOutput)?.url, forTools: true },
	request_id: { valueIn: ({ requestId }) => requestId, forTools: true },
	app_id: { valueIn: ({ appId }) => appId, forTools: true, onlyOfRun: true },
	app_name: { valueIn: ({ appName }) => appName, forTools: true, onlyOfRun: true },
	outputs: { valueIn: outputsJson, forTools: true },
	billed_seconds: { valueIn: ({ task }) => task.billedSeconds, forTools: true },
	duration_ms: { valueIn: ({ task }) => task.durationMs, forTools: true },
	queue_count: { valueIn: ({ task }) => task.queueCount },
	error_message: { valueIn: ({ task }) => task.message, forTools: true },
	created_at: { valueIn: ({ task }) => task.createdAt, forTools: true },
	ended_at: { valueIn: ({ task }) => task.endedAt },
	expires_at: { valueIn: ({ task }) => task.expiresAt, forTools: true },
	seeds: { valueIn: ({ seeds }) => seedsJson(seeds), onlyOfRun: true },
	file: {},
	variation: { onlyOfRun: true },
	earlier_request_ids: { onlyOfRun: true },
};

export const TOOL_FIELDS = Object.entries(TASK_FIELDS)
	.flatMap(([name, { forTools }]) => (forTools ? [name] : []))
	.sort();

export function taskItems(
	result: TaskResult,
	files: readonly FetchedFile[],
	shape: ItemShape,
): INodeExecutionData[] {
	return withInputFields(bareItems(result, files, shape), result.requestId, shape.inputFields);
}

function bareItems(
	result: TaskResult,
	files: readonly FetchedFile[],
	shape: ItemShape,
): INodeExecutionData[] {
	const usable = result.outputs.flatMap((output, index) =>
		isFileOutput(output) ? [{ output, index }] : [],
	);
	if (!shape.oneItemPerFile || usable.length === 0 || usable.length > MOST_ITEMS)
		return [{ json: taskJson(result, shape), ...binaryOf(files, shape.outputField) }];
	return usable.map(({ output, index }) => ({
		json: fileJson(result, output, shape),
		...binaryOf(
			files.filter((file) => file.index === index),
			shape.outputField,
		),
	}));
}

export function isFileOutput(output: TaskOutput): output is TaskOutput & { readonly url: string } {
	return output.ok && output.url !== undefined;
}

/** The task with one of its files; `url` is that of the file. */
function fileJson(result: TaskResult, output: TaskOutput, shape: ItemShape): IDataObject {
	const task = taskJson(result, shape);
	const ofFile = 'url' in task && { url: output.url };
	return { ...task, ...ofFile, file: outputJson(output, shape) };
}

/**
 * The fields of a task as an item has them: simplified or as sent, and only those that were chosen.
 */
export function taskJson(result: TaskResult, shape: TaskShape): IDataObject {
	const { simplify, onlyFields } = shape;
	const all = simplify ? simplified(result, shape) : asSent(result, shape);
	if (!onlyFields) return all;
	const chosen = onlyFields.filter((name) => Object.hasOwn(all, name));
	return Object.fromEntries(chosen.map((name) => [name, ownMember(all, name)]));
}

function asSent(result: TaskResult, shape: TaskShape): IDataObject {
	const { requestId, appId, of, task } = result;
	const own = { request_id: requestId, app_id: appId, status: task.status };
	return omitUndefined({
		...task.record,
		...own,
		// The record of a model already contains the outputs, in the model's own form.
		...(of !== 'model' && { outputs: outputsJson(result, shape) }),
		seeds: seedsJson(result.seeds),
	});
}

function simplified(result: TaskResult, shape: TaskShape): IDataObject {
	const fields = Object.entries(TASK_FIELDS).map(([name, { valueIn }]) => [
		name,
		valueIn?.(result, shape),
	]);
	return omitUndefined(Object.fromEntries(fields));
}

function seedsJson(seeds: Seeds = {}): IDataObject | undefined {
	return Object.keys(seeds).length > 0 ? { ...seeds } : undefined;
}

function outputsJson(result: TaskResult, shape: TaskShape): IDataObject[] {
	return result.outputs.map((output) => outputJson(output, shape));
}

function outputJson(output: TaskOutput, { simplify }: TaskShape): IDataObject {
	const { url, text, fileName, mimeType, ok, record } = output;
	if (!simplify) return { ...record } as IDataObject;
	if (text !== undefined) return { text, ok };
	if (!ok) return omitUndefined({ url, ok, error: whyUnusable(output) });
	return omitUndefined({ url, file_name: fileName, mime_type: mimeType, ok });
}

function whyUnusable({ url, message, errorType, rejected }: TaskOutput): string {
	if (message !== undefined) return message;
	if (rejected) return 'The content check rejected this output';
	return errorType ?? (url === undefined ? 'This output has no URL' : 'The content check failed');
}

function binaryOf(files: readonly FetchedFile[], field: string): Partial<INodeExecutionData> {
	if (files.length === 0) return {};
	const named = files.map(({ data }, n) => [n === 0 ? field : `${field}_${n}`, data] as const);
	return { binary: Object.fromEntries(named) };
}

/** The item of a task that was created and is not waited for. */
export function createdItem(
	{ requestId, appId, appName, seeds }: TaskRef,
	inputFields?: IDataObject,
): INodeExecutionData {
	const ref = { request_id: requestId, app_id: appId, app_name: appName };
	const json = omitUndefined({ ...ref, seeds: seedsJson(seeds) });
	return withInputFields([{ json }], requestId, inputFields)[0] ?? { json };
}

export function callbackItem(
	result: TaskResult,
	taskHeaders: Readonly<Record<string, string>>,
): INodeExecutionData {
	return { json: { ...taskJson(result, { simplify: true }), task_headers: { ...taskHeaders } } };
}

export function withVariation(
	items: readonly INodeExecutionData[],
	variation: number | undefined,
): INodeExecutionData[] {
	return withFields(items, variation === undefined ? {} : { variation });
}

/**
 * Adds the earlier tasks of the same work that gave no result, and what all of its tasks were
 * billed.
 */
export function withEarlierTasks(
	items: readonly INodeExecutionData[],
	entry: LedgerEntry,
	{ onlyFields = ['request_id'] }: ItemShape,
): readonly INodeExecutionData[] {
	// A user who chose fields without the task's own ID doesn't want other IDs.
	return onlyFields.includes('request_id') ? withFields(items, earlierFields(entry)) : items;
}

/** Fields about the earlier tasks without a result; empty if there are none. */
export function earlierFields(entry: LedgerEntry): IDataObject {
	const ids = idsWithoutResult(entry);
	if (ids.length === 0) return {};
	return omitUndefined({ billed_seconds: billedOf(entry), earlier_request_ids: [...ids] });
}

function withFields(
	items: readonly INodeExecutionData[],
	fields: IDataObject,
): INodeExecutionData[] {
	return items.map((item) => ({ ...item, json: { ...item.json, ...fields } }));
}

/** Where the workflow setting that combines files with JSON puts the files of an item. */
export const COMBINED = '_files';

/**
 * Input fields that are never copied. `error` would make n8n run the node again. `_files` are
 * files, and would make n8n fail, because it hasn't stored them there itself.
 */
const NEVER = new Set(['error', COMBINED]);

/**
 * The fields of an input item, to be read before anything is paid.
 * @throws AiAppError kind `input` if they are nested too deep to be copied
 */
export function readInputFields(
	ctx: Pick<IExecuteFunctions, 'getInputData'>,
	itemIndex: number,
): IDataObject {
	const copied = settleSync(() => deepCopy(ctx.getInputData()[itemIndex]?.json ?? {}));
	if (copied.ok) return copied.value;
	throw new PanelError(
		say`The fields of the input item can't be copied [item ${itemIndex}]`,
		"They may be nested too deep. Turn off the option 'Include Input Fields'.",
	);
}

/** The values of input fields in all items of a task: copying more takes over a tenth of a second. */
const MOST_COPIED = 50_000;

/**
 * The items of a task with the fields of its input item. Each has copies of its own, which later nodes
 * may change, unless they're large.
 */
export function withInputFields(
	items: readonly INodeExecutionData[],
	requestId: string,
	input: IDataObject | undefined,
): INodeExecutionData[] {
	if (!input) return [...items];
	const isSameTask = input['request_id'] === requestId;
	const entries = Object.entries(input).filter(
		([name]) =>
			!NEVER.has(name) &&
			(!Object.hasOwn(TASK_FIELDS, name) ||
				(isSameTask && ownMember(TASK_FIELDS, name)?.onlyOfRun)) &&
			// The `details` of a failed item describe an earlier attempt.
			!(name === 'details' && Object.hasOwn(input, 'error')),
	);
	const added = Object.fromEntries(entries);
	const isLarge = excessOfValue(added, MOST_COPIED / items.length) !== undefined;
	return items.map((item) => ({
		...item,
		json: { ...(isLarge ? added : deepCopy(added)), ...item.json },
	}));
}
