import type { INodeExecutionData } from 'n8n-workflow';
import { omitUndefined } from './items';

/** What options of App: Run add to the items of a task. */
export type TaskExtras = {
	/** From 1. */
	readonly variation?: number | undefined;
	readonly cost?: number | undefined;
};

/** The items with the extras, which replace fields of the same name. */
export function withExtras(
	items: readonly INodeExecutionData[],
	{ variation, cost }: TaskExtras,
): INodeExecutionData[] {
	const extras = omitUndefined({ variation, cost });
	return items.map((item) => ({ ...item, json: { ...item.json, ...extras } }));
}

/** The items of an earlier task, whose result costs nothing more. */
export function asReused(
	items: readonly INodeExecutionData[],
	hasPrice: boolean,
): INodeExecutionData[] {
	const extras = { reused: true, billed_seconds: 0, ...(hasPrice && { cost: 0 }) };
	return items.map((item) => ({ ...item, json: { ...item.json, ...extras } }));
}
