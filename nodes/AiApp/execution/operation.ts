import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Settled, TaskRef, CompletedTask, TaskStatus } from '../../../client/index';
import type { ExecutionContext } from './context';

/** What an operation makes of one input item. */
export type ItemResult = {
	readonly items: readonly INodeExecutionData[];
	/** The pieces of paid work whose results these items contain. */
	readonly delivers?: readonly string[];
	/** The task that was waited for, for the sum over all items. */
	readonly task?: TaskStatus;
	/** The task that the paused execution waits for. */
	readonly awaits?: {
		readonly task: TaskRef;
		/** Whether an earlier attempt has created it. */
		readonly attached: boolean;
		/** Its result, if it is already finished. */
		readonly end?: CompletedTask | undefined;
	};
};

/** What is left to do for a checked item. */
export type Work = () => Promise<ItemResult>;

/** An operation in the list of operations; `action` is its name in the node panel. */
export type OperationOption = {
	readonly name: string;
	readonly description: string;
	readonly action: string;
};

type Described = {
	readonly option: OperationOption;
	/** Its parameters; they are shown where the operation is chosen. */
	readonly description?: INodeProperties[];
};

/** An operation that costs nothing works on each item by itself. */
type FreeOperation = Described & {
	/** @throws AiAppError, or an error of n8n for parameters that cannot be resolved */
	readonly execute: (context: ExecutionContext, itemIndex: number) => Promise<ItemResult>;
};

/** One that costs money checks all items before it starts any of them. */
type PaidOperation = Described & {
	/** One outcome for each input item, in order; never rejects. */
	readonly prepare: (
		context: ExecutionContext,
		itemCount: number,
	) => Promise<readonly Settled<Work>[]>;
};

/** Every `*.operation.ts`. */
export type Operation = FreeOperation | PaidOperation;
