import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** The items of one of several tasks, with its number from 1. */
export function withVariation(
	items: readonly INodeExecutionData[],
	variation: number | undefined,
): INodeExecutionData[] {
	return withFields(items, variation === undefined ? {} : { variation });
}

/** The items of an earlier task, whose result costs nothing more. */
export function asReused(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	return withFields(items, { reused: true, billed_seconds: 0 });
}

/** The items of a task, with the earlier ones that were sent for the same input item. */
export function withEarlierIds(
	items: readonly INodeExecutionData[],
	ids: readonly string[],
): readonly INodeExecutionData[] {
	const isWanted = ids.length > 0 && items.some(({ json }) => 'request_id' in json);
	return isWanted ? withFields(items, { earlier_request_ids: [...ids] }) : items;
}

function withFields(
	items: readonly INodeExecutionData[],
	fields: IDataObject,
): INodeExecutionData[] {
	return items.map((item) => ({ ...item, json: { ...item.json, ...fields } }));
}
