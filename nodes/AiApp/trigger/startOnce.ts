import type { IWebhookFunctions } from 'n8n-workflow';
import { processMemory } from '../memory/processMemory';
import type { CallbackAnswer } from '../transport/callbackAnswer';
import { raceAbort } from '../time/signals';

const MAX_IN_WORKFLOW = 200;

const MEMBER = 'processedTasks';

const started = processMemory.section<true>('processedTasks');

/** Separates triggers in the memory of the process, so that they don't affect each other. */
export function keyOfTrigger(ctx: IWebhookFunctions): string {
	return `${ctx.getWorkflow().id ?? ''}:${ctx.getNode().id}`;
}

/**
 * The tasks whose callbacks have already started this workflow: in bounded memory, which is exact
 * within one process, and in a bounded list in the workflow's static data, which outlives the
 * process. Callbacks that n8n handles at the same time overwrite each other's lists.
 */
export function createProcessedTasks(ctx: IWebhookFunctions) {
	const keyOf = (requestId: string) => `${keyOfTrigger(ctx)}:${requestId}`;
	const saved = ctx.getWorkflowStaticData('node');
	const list = (): string[] => (Array.isArray(saved[MEMBER]) ? saved[MEMBER].map(String) : []);

	return {
		has: (requestId: string) => started.get(keyOf(requestId)) ?? list().includes(requestId),
		/** n8n saves the list when a production execution starts, but not if the start fails. */
		addToWorkflow(requestId: string): void {
			saved[MEMBER] = [...list(), requestId].slice(-MAX_IN_WORKFLOW);
		},
		/** This memory knows the task even if another callback overwrites the list. */
		addToMemory: (requestId: string) => started.set(keyOf(requestId), true),
	};
}

/** n8n's response to the caller; sent when the execution has started, or could not. */
type ServerResponse = ReturnType<IWebhookFunctions['getResponseObject']>;

/** The first callback of a task, until it's known whether it started the workflow. */
type First = {
	readonly decided: Promise<CallbackAnswer>;
	readonly response: ServerResponse;
	/** Forgets this callback, if it's known whether it started the workflow. */
	readonly release: () => void;
};

const firsts = processMemory.inUse<First>('startingTasks');

const BEFORE: CallbackAnswer = { status: 200, message: 'Already received' };
const AGAIN: CallbackAnswer = {
	status: 503,
	message: "Already received, but the workflow hasn't started yet",
};

/**
 * Lets one callback of a task decide and start the workflow. Others wait for it, up to `limit`: they
 * count as received only after n8n has started the execution.
 * @param decide never rejects
 */
export async function startOnce(
	ctx: IWebhookFunctions,
	requestId: string,
	limit: AbortSignal,
	decide: () => Promise<CallbackAnswer>,
): Promise<CallbackAnswer> {
	// While the editor listens, the same call is repeated on purpose.
	const tasks = ctx.getMode() === 'manual' ? undefined : createProcessedTasks(ctx);
	const key = `${ctx.getMode()}:${keyOfTrigger(ctx)}:${requestId}`;
	firsts.get(key)?.release();
	const earlier = firsts.get(key);
	if (earlier) return following(earlier, limit);
	if (tasks?.has(requestId)) return BEFORE;

	const response = ctx.getResponseObject();
	const first = { decided: decide(), response, release };
	firsts.set(key, first);
	letGoOfOldest();
	const received = await first.decided;
	if ('items' in received) {
		tasks?.addToWorkflow(requestId);
		response.once('close', release);
	} else firsts.delete(key);
	return received;

	function release(): void {
		const start = startOf(response);
		if (start === 'open') return;
		firsts.delete(key);
		if (start === 'done') tasks?.addToMemory(requestId);
	}
}

async function following(
	{ decided, response, release }: First,
	limit: AbortSignal,
): Promise<CallbackAnswer> {
	const received = await raceAbort(decided, limit);
	if (received && !('items' in received)) return received;
	await raceAbort(whenClosed(response), limit);
	release();
	return startOf(response) === 'done' ? BEFORE : AGAIN;
}

/** n8n responds after it has stored the execution, even if the caller has disconnected. */
function startOf({ writableEnded, statusCode }: ServerResponse): 'open' | 'done' | 'failed' {
	if (!writableEnded) return 'open';
	return statusCode < 400 ? 'done' : 'failed';
}

/** A disconnected client fires no event, so the oldest entry is checked again on each new callback. */
function letGoOfOldest(): void {
	const oldest = firsts.values().next();
	if (!oldest.done) oldest.value.release();
}

function whenClosed(response: ServerResponse): Promise<void> {
	if (response.destroyed) return Promise.resolve();
	return new Promise((resolve) => void response.once('close', resolve));
}
