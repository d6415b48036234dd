import type { IExecuteFunctions } from 'n8n-workflow';
import {
	createPastTasks,
	createUploadCache,
	deadlineIn,
	FREE_CALLS_MS,
	type Deadline,
	type PastTask,
} from '../../../client/index';
import { createFileSink } from '../io/binary/sink';
import { createHints } from '../io/executionHints';
import { createNodeLedger } from '../memory/ledger';
import { processMemory } from '../memory/processMemory';
import { createProgress } from '../io/progress';
import { createProgressStream } from '../io/stream/progressStream';
import { createNodeSpending } from '../memory/spending';
import { streamedIn } from '../parameters/streamedIn';
import { createPause } from '../pause/openPause';
import { clock } from '../time/clock';
import { isToolNode } from '../facts/agent';
import { createServiceClient } from '../transport/serviceClient';
import { createAppForms } from './appFormCache';
import { createBreaks } from '../time/breaks';
import { createEndOfTry } from './endOfTry';
import { toolLedger } from '../memory/toolLedger';
import { shareLimiter } from '../memory/sharedLimiter';

/** What the items of one execution share. */
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
	const progress = createProgress(ctx, hints, ledger.ids());
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
