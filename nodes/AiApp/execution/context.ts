import type { IExecuteFunctions } from 'n8n-workflow';
import {
	createPastTasks,
	createUploadCache,
	deadlineIn,
	FREE_CALLS_MS,
	type Deadline,
	type PastTask,
	type Settled,
	settleSync,
} from '../../../client/index';
import { createFileSink } from '../io/binary/sink';
import { createHints } from '../io/executionHints';
import { createNodeLedger } from '../memory/ledger';
import { processMemory } from '../memory/processMemory';
import { createProgress } from '../io/progress';
import { createProgressStream } from '../io/stream/progressStream';
import { createNodeSpending } from '../memory/spending';
import { NODE_WAITS } from '../parameters/waitOptions';
import { createPause } from '../pause/openPause';
import { clock } from '../time/clock';
import { isToolNode } from '../facts/agent';
import { createServiceClient } from '../transport/serviceClient';
import { createAppForms } from './appFormCache';
import { createBreaks } from '../time/breaks';
import { toolLedger } from '../memory/callsWithoutExecution';
import { shareLimiter } from '../memory/sharedLimiter';
import { anyOf } from '../time/signals';

/** What the items share in one try of the node. */
export type ExecutionContext = Awaited<ReturnType<typeof createExecutionContext>>;

const allPastTasks = processMemory.section<readonly PastTask[]>('pastTasks');

/** @throws AiAppError if the credential can't be used */
export async function createExecutionContext(ctx: IExecuteFunctions) {
	const connection = await createServiceClient(ctx);
	const { account, client, isReachable } = connection;
	const hints = createHints(ctx);
	const isTool = isToolNode(ctx.getNode());
	const signal = ctx.getExecutionCancelSignal();
	const endOfTry = createEndOfTry(signal);
	const { beforeCreate } = endOfTry;
	const ledger = createNodeLedger(ctx, () => toolLedger(ctx, account));
	const progress = createProgress(ctx, hints);
	const { limiter, release } = shareLimiter(account);
	const pastTasks = createPastTasks(allPastTasks, account);
	return {
		...connection,
		ctx,
		/** What the client needs. All items wait in one queue of the account's rate limiter. */
		ports: {
			...{ clock, ledger, progress, pastTasks },
			models: client.models,
			tasks: client.tasks,
			executionQueue: limiter.executionQueue(connection.maxTasksAtATime),
			spending: createNodeSpending(ctx, account, connection.maxTasksPerHour),
		},
		...{ clock, freeCalls, breaks: createBreaks(clock) },
		sink: createFileSink(ctx),
		...{ ledger, progress },
		stream: createProgressStream(ctx, { clock, progress }, streamedIn(ctx), connection.ownHosts),
		...{ hints, signal, isTool, ...endOfTry },
		/** How the execution is paused until its callbacks; opened for the first item. */
		pause: createPause(ctx, isReachable, clock.now),
		/** Sends files of items to the service, each once in a try of the node. */
		uploads: createUploadCache(client.upload(clock, connection.uploadOptions), beforeCreate),
		...createAppForms({ client, clock, account }, beforeCreate),
		release() {
			ledger.release();
			release();
		},
	};
}

/** The deadline for calls that no limit of the user applies to. */
function freeCalls(): Deadline {
	return deadlineIn(clock, FREE_CALLS_MS);
}

/** Ends a try of the node: after a failure that ends the node, nothing more is created. */
export function createEndOfTry(signal: AbortSignal | undefined) {
	const over = new AbortController();
	/** Aborted when the execution is stopped, and when the try is over. */
	const beforeCreate = anyOf(signal, over.signal);
	return {
		beforeCreate,
		/** From now on, nothing more is created. */
		endTry: () => over.abort(),
		/** Whether the end of the try has kept an item from getting a task: it counts as not started. */
		isCutOff(outcome: Settled<unknown> | undefined): boolean {
			if (outcome?.ok !== false) return false;
			const { details, kind } = outcome.error;
			const isWithoutTask = kind === 'execution_stopped' && details.requestId === undefined;
			return isWithoutTask && over.signal.aborted && !signal?.aborted;
		},
	};
}

/**
 * Whether somebody watches the response in which an item's progress can be shown, as long as the node
 * waits: a pause would end the response.
 */
function streamedIn(ctx: IExecuteFunctions): (itemIndex: number) => boolean {
	return (itemIndex) => {
		// Older versions of n8n don't provide this.
		if ((ctx as Partial<IExecuteFunctions>).isStreaming?.() !== true) return false;
		const waitMode = settleSync(() => ctx.getNodeParameter('waitMode', itemIndex, 'poll'));
		return waitMode.ok && NODE_WAITS.includes(String(waitMode.value));
	};
}
