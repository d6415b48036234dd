import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import {
	isRecord,
	parseJson,
	type CompletedTask,
	type SentTask,
	type TaskRef,
} from '../../../client/index';
import { finishedItem, withoutTaskJson, type FailedAtPause } from '../io/items/pausedItems';

/**
 * A task that the execution waits for, with earlier ones, or the failed item if none was created.
 */
export type PausedItem =
	| { readonly task: TaskRef; readonly earlier: readonly SentTask[] }
	| FailedAtPause;

/**
 * The state of a paused execution. It is kept in the node's context, which n8n saves with the
 * execution, and as text: nothing else can be read back when n8n's expressions run in a sandbox.
 */
export type PauseState = {
	/** Proves that a caller has the URL from this node; new for each pause. */
	readonly key: string;
	readonly executionId: string;
	/** The run of the node, counted up by loops. */
	readonly run: number;
	/** One entry for each input item, in order; none while tasks are being created. */
	readonly awaited: readonly PausedItem[];
	readonly simplify: boolean;
	/** Whether failed items have their own output. */
	readonly hasErrorOutput: boolean;
};

const MEMBER = 'pause';

export function writeState(ctx: IExecuteFunctions, state: PauseState): void {
	ctx.getContext('node')[MEMBER] = JSON.stringify(state);
}

/** The state that an earlier attempt of this node has saved, if there is one. */
export function ownState(ctx: IExecuteFunctions): PauseState | undefined {
	return parseState(ctx.getContext('node')[MEMBER]);
}

/**
 * The state of the paused node. An expression reads it, because n8n provides no context to
 * webhooks.
 */
export function stateOfPaused(ctx: IWebhookFunctions): PauseState | undefined {
	const name = escaped(ctx.getNode().name);
	return parseState(ctx.evaluateExpression(`{{ $node["${name}"].context["${MEMBER}"] }}`));
}

/** A node's name may contain quotes, backslashes, and the braces that end an expression. */
function escaped(name: string): string {
	return Array.from({ length: name.length }, (_, position) => {
		const unit = name.charCodeAt(position).toString(16).padStart(4, '0');
		return `\\u${unit}`;
	}).join('');
}

function parseState(text: unknown): PauseState | undefined {
	const parsed = typeof text === 'string' ? parseJson(text) : undefined;
	// Only this file writes it, so any other text is from elsewhere.
	return isRecord(parsed) && Array.isArray(parsed.awaited) ? (parsed as PauseState) : undefined;
}

/** The tasks that the execution waits for, in the order of their items. */
export function awaitedTasks(awaited: readonly PausedItem[]): TaskRef[] {
	return awaited.flatMap((each) => ('task' in each ? each.task : []));
}

/**
 * What the node returns: exactly one item for each input item, in order, because n8n links them by
 * position alone.
 * @param results one for each of `awaitedTasks(state.awaited)`
 */
export function itemsAfter(
	state: PauseState,
	results: readonly CompletedTask[],
): INodeExecutionData[] {
	const next = results.values();
	return state.awaited.map((each) => {
		if ('failed' in each) return { json: withoutTaskJson(each, state.hasErrorOutput) };
		const result = next.next();
		return result.done ? { json: {} } : finishedItem(result.value, each.earlier, state);
	});
}
