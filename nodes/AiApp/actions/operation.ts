import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { KnownTask, TaskStatus } from '../../../client/index';
import type { Batch } from '../batch';

/** What an operation makes of one input item. */
export type ItemResult = {
	readonly items: readonly INodeExecutionData[];
	/** The pieces of paid work that these items hand on. */
	readonly delivers: readonly string[];
	/** The task that was waited for, for the sum over all items. */
	readonly task?: TaskStatus;
	/** The task that the execution is to sleep for, and whether an earlier try has created it. */
	readonly awaits?: { readonly task: KnownTask; readonly attached: boolean };
};

/** Every `*.operation.ts`: what the editor shows, and what happens to one item. */
export type Operation = {
	readonly description: INodeProperties[];
	/** @throws AiAppError, or an error of n8n for parameters that cannot be resolved */
	readonly execute: (batch: Batch, itemIndex: number) => Promise<ItemResult>;
};
