import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	CALLBACK_BUDGET_MS,
	settle,
	collectResults,
	deadlineIn,
	isSameToken,
	readTaskResult,
	type AiAppError,
	type Collected,
	type CompletedTask,
	type KnownResults,
	type TaskRef,
	type TaskOutput,
	say,
} from '../../../client/index';
import { clock } from '../time/clock';
import { processMemory } from '../memory/processMemory';
import { readFailureReason } from '../words/forLogs';
import {
	bodyOfCallback,
	orCallAgain,
	respond,
	type CallbackAnswer,
} from '../transport/callbackAnswer';
import { createServiceClient } from '../transport/serviceClient';
import { callerOf } from './openPause';
import { awaitedTasks, itemsAfter, stateOfPaused, type PauseState } from './state';

const resumed = processMemory.section<true>('resumedPauses');
const results = processMemory.section<CompletedTask>('pausedResults');

const RESUMED: CallbackAnswer = { status: 200, message: 'Already received' };

/**
 * Answers a callback for an execution that is paused at this node. Resumes it if all of its tasks
 * are finished; asks for the callback again if that is unknown.
 */
export async function resume(ctx: IWebhookFunctions): Promise<IWebhookResponseData> {
	return respond(ctx, await orCallAgain(ctx, () => decideOnCallback(ctx)));
}

async function decideOnCallback(ctx: IWebhookFunctions): Promise<CallbackAnswer> {
	const state = stateOfPaused(ctx);
	if (!state) return { status: 503, message: 'Try again later' };
	const { key } = callerOf(ctx);
	if (typeof key !== 'string' || !isSameToken(key, state.key))
		return { status: 401, message: "This URL doesn't belong to the paused execution" };
	const wait = `pauses:${state.executionId}:${state.key}`;
	if (resumed.get(wait)) return RESUMED;

	const found = await collect(ctx, state);
	if (found.all === 'pending') return { status: 200, message: 'Waiting for other tasks' };
	if (found.all === 'unclear') return unclear(ctx, state, found.lastError);
	const items = itemsAfter(state, found.ends);
	if (!claimResume(wait)) return RESUMED;
	return { items };
}

/**
 * The answer if it's unknown whether all tasks are finished: the service repeats its callback. The
 * log is the only place where anyone sees why.
 */
function unclear(
	ctx: IWebhookFunctions,
	{ executionId }: PauseState,
	error: AiAppError | undefined,
): CallbackAnswer {
	if (error === undefined) return { status: 503, message: "The task isn't finished yet" };
	ctx.logger.warn(
		say`Couldn't get the tasks of execution ${executionId} after a callback. ${readFailureReason(error)}. The execution stays paused, and the service repeats the callback for about a minute.`,
	);
	return { status: 503, message: "Couldn't get the task from the service" };
}

async function collect(ctx: IWebhookFunctions, state: PauseState): Promise<Collected> {
	const tasks = awaitedTasks(state.awaited);
	// The URL of a callback contains the item of its task.
	const caller = state.awaited[callerOf(ctx).itemIndex];
	const task = caller && 'task' in caller ? caller.task : undefined;
	const { client, account, withoutSecrets } = await createServiceClient(ctx);
	return collectResults(client, tasks, {
		deadline: deadlineIn(clock, CALLBACK_BUDGET_MS),
		reported: task && {
			task,
			outputs: await outputsIn(withoutSecrets(bodyOfCallback(ctx)), task),
		},
		known: knownResults(account, state),
		signal: AbortSignal.timeout(CALLBACK_BUDGET_MS),
	});
}

/**
 * The outputs in a callback's body. The caller has its URL from the node, so the body counts, but
 * only for the task of this URL. Without them, they're fetched from the service.
 */
async function outputsIn(body: unknown, { requestId }: TaskRef): Promise<readonly TaskOutput[]> {
	const read = await settle(async () => readTaskResult(body));
	return read.ok && read.value.requestId === requestId ? read.value.outputs : [];
}

/** The results that earlier callbacks of a pause have found, so that each is read only once. */
function knownResults(account: string, { executionId, run }: PauseState): KnownResults {
	const keyOf = (requestId: string) => `${account}:${executionId}:${run}:${requestId}`;
	return {
		get: (requestId) => results.get(keyOf(requestId)),
		set: (requestId, end) => results.set(keyOf(requestId), end),
	};
}

/**
 * Claims the right to resume: true only for the first caller. n8n checks only that an execution is
 * waiting, not where: a slow duplicate that arrives during the next pause would otherwise run
 * everything between the two a second time, and pay for it. Call it last: nothing may be awaited
 * between this and the return to n8n.
 */
function claimResume(wait: string): boolean {
	if (resumed.get(wait)) return false;
	resumed.set(wait, true);
	return true;
}
