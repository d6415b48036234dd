import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { omitUndefined } from './items';

/** What options of App: Run add to the items of a task. */
export type TaskExtras = {
	/** From 1. */
	readonly variation?: number | undefined;
	readonly reused?: true | undefined;
	/** Of earlier tasks of this item, whose results the content check rejected. */
	readonly rejected_request_ids?: readonly string[] | undefined;
	/** Of all tasks of this item. */
	readonly total_billed_seconds?: number | undefined;
	readonly cost?: number | undefined;
	/** Replaces that of the task. */
	readonly billed_seconds?: number | undefined;
};

/** The items with the extras, which stand after the fields of the task. */
export function withExtras(
	items: readonly INodeExecutionData[],
	extras: TaskExtras,
): INodeExecutionData[] {
	const more = omitUndefined(extras as IDataObject);
	return items.map((item) => ({ ...item, json: { ...item.json, ...more } }));
}
