import {
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import {
	type AiAppError,
	withEarlier,
	type Settled,
	type SpendingLimits,
	type TaskResult,
} from '../../../client/index';
import type { LeftTask } from '../pause/suspend';
import type { StopOfTask } from '../facts/tally';
import type { Check } from '../words/sums';
import type { ExecutionContext } from '../execution/context';

/** What an operation makes of one input item. */
export type ItemResult = {
	readonly items: readonly INodeExecutionData[];
	/** The pieces of paid work whose results these items contain. */
	readonly delivers?: readonly string[];
	/** What came of its task, if the node has waited for it. */
	readonly result?: TaskResult;
	/** What all tasks of its work were billed; left out if there's only one task. */
	readonly billedSeconds?: number | undefined;
	/** The task that was created and isn't waited for: stopped if the execution is. */
	readonly leftTask?: LeftTask;
	readonly check?: Check;
	/** For an operation that stops tasks: what became of the task. */
	readonly stop?: StopOfTask;
};

/** What is left to do for a checked item, or for one of its parts. */
export type Work = () => Promise<ItemResult>;

export type PreparedWork = {
	readonly itemIndex: number;
	/** Which of the item's variations it is, from 1; left out if there is only one. */
	readonly variation?: number | undefined;
	/** The limits for its task; left out if no task is created, such as after an earlier try. */
	readonly limits?: SpendingLimits | undefined;
	readonly work: Settled<Work>;
};

/** An error of an item with the tasks that earlier tries have sent for it. */
export function withSent(
	ledger: Pick<ExecutionContext['ledger'], 'ofItem'>,
	itemIndex: number,
	error: AiAppError,
): AiAppError {
	return withEarlier(error, ledger.ofItem(itemIndex));
}

/** An operation in the list of operations; `action` is its name in the node panel. */
export type OperationOption = Omit<INodePropertyOptions, 'value'> & {
	readonly description: string;
	readonly action: string;
};

type Described = {
	readonly option: OperationOption;
	readonly description?: INodeProperties[];
	/** Whether it may wait for a task, so that a chat shows how far it is. */
	readonly streams?: true;
};

/** An operation that costs nothing works on each item by itself. */
type FreeOperation = Described & {
	/** @throws AiAppError, or an error of n8n for parameters that cannot be resolved */
	readonly execute: (context: ExecutionContext, itemIndex: number) => Promise<ItemResult>;
};

/** An operation that works on a task. An item may name several tasks. */
type TaskOperation = Described & {
	/** Whether it stops tasks. Then all are tried, even after a failure. */
	readonly stops?: true;
	/** @throws as `execute` */
	readonly executeFor: (
		context: ExecutionContext,
		requestId: string,
		itemIndex: number,
	) => Promise<ItemResult>;
};

/** An operation that costs money checks all items before it starts any of them. */
type PaidOperation = Described & {
	/** The work of all input items, in order. Each variation is a piece of work of its own. */
	readonly prepare: (context: ExecutionContext) => Promise<readonly PreparedWork[]>;
};

/** What each `*.operation.ts` exports. */
export type Operation = FreeOperation | PaidOperation | TaskOperation;

export function createsTasks(operation: Operation): boolean {
	return 'prepare' in operation;
}

export function stopsTasks(operation: Operation): boolean {
	return 'stops' in operation && operation.stops === true;
}

/** A resource of the node: its operations, and what the editor shows of them. */
export type Resource = {
	readonly operations: Readonly<Record<string, Operation>>;
	readonly properties: INodeProperties[];
};

/**
 * Makes the list of operations from their options, and shows the parameters of each where it is
 * chosen.
 * @param preset the operation that a new node begins with
 */
export function defineResource<Operations extends Resource['operations']>(
	resource: string,
	preset: keyof Operations & string,
	operations: Operations,
): Resource {
	const all = Object.entries(operations);
	const options = all.map(([value, { option }]): INodePropertyOptions => ({ ...option, value }));
	const parameters = all.flatMap(([operation, { description = [] }]) =>
		description.map((property) => shownFor(resource, operation, property)),
	);
	const list: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: options.sort((one, other) => (one.name < other.name ? -1 : 1)),
		default: preset,
	};
	return { operations, properties: [list, ...parameters] };
}

/**
 * `updateDisplayOptions` of n8n does this too, but takes 3 ms of n8n's start, and adds the operation
 * last: the editor goes through these conditions in turn, and shows what depends on a value that's an
 * expression without looking at the others.
 */
function shownFor(resource: string, operation: string, property: INodeProperties): INodeProperties {
	const { displayOptions } = property;
	const show = { resource: [resource], operation: [operation], ...displayOptions?.show };
	return { ...property, displayOptions: { ...displayOptions, show } };
}
