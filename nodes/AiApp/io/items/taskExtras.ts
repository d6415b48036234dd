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

function withFields(
	items: readonly INodeExecutionData[],
	fields: IDataObject,
): INodeExecutionData[] {
	return items.map((item) => ({ ...item, json: { ...item.json, ...fields } }));
}
