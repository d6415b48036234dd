import type { INodeExecutionData } from 'n8n-workflow';
import { omitUndefined } from './items';

/** What options of App: Run add to the items of a task. */
export type TaskExtras = {
	/** From 1. */
	readonly variation?: number | undefined;
	/** Earlier tasks of this item, whose results the content check rejected. */
	readonly rejectedIds?: readonly string[];
	/** Of all tasks of this item. */
	readonly totalBilledSeconds?: number;
	readonly cost?: number | undefined;
};

/** The items with the extras, which replace fields of the same name. */
export function withExtras(
	items: readonly INodeExecutionData[],
	{ variation, rejectedIds = [], totalBilledSeconds, cost }: TaskExtras,
): INodeExecutionData[] {
	const hasRejected = rejectedIds.length > 0;
	const extras = omitUndefined({
		variation,
		rejected_request_ids: hasRejected ? [...rejectedIds] : undefined,
		total_billed_seconds: hasRejected ? totalBilledSeconds : undefined,
		cost,
	});
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
