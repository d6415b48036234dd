import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import {
	createPastTasks,
	createUploadCache,
	type Client,
	type Clock,
	type ExecutionQueue,
	type FileSink,
	type Ledger,
	type PastTask,
	type PastTasks,
	type Progress,
	type UploadCache,
} from '../../../client/index';
import { createFileSink } from '../io/binary/sink';
import { createHints, type Hints } from '../io/executionHints';
import { createNodeLedger, type NodeLedger } from '../io/ledger';
import { processMemory } from '../io/processMemory';
import { createProgress } from '../io/progress';
import { createProgressStream, type ProgressStream } from '../io/stream/progressStream';
import { createNodeSpending, type NodeSpending } from '../io/spending';
import { createPause, type Pause } from '../pause/pause';
import { clock } from '../transport/clock';
import { isToolNode } from '../io/agent';
import {
	createServiceClient,
	withCachedCredential,
	type Connection,
} from '../transport/serviceClient';
import { createAppForms, type AppForms } from './appFormCache';
import { toolLedger } from './toolLedger';
import { shareLimiter } from './sharedLimiter';

/** All items wait in one queue of the account's rate limiter; past tasks are those of the process. */
type TaskPorts = Pick<Client, 'models' | 'tasks'> & {
	readonly clock: Clock;
	readonly ledger: Ledger;
	readonly progress: Progress;
	readonly executionQueue: ExecutionQueue;
	readonly pastTasks: PastTasks;
	readonly spending: NodeSpending;
};

/** What the items of one execution share. */
export type ExecutionContext = AppForms &
	Connection & {
		readonly ctx: IExecuteFunctions;
		readonly clock: Clock;
		readonly sink: FileSink<IBinaryData>;
		readonly ledger: NodeLedger;
		readonly progress: Progress;
		readonly stream: ProgressStream;
		readonly hints: Hints;
		readonly ports: TaskPorts;
		/** Aborted when the execution is stopped or times out. */
		readonly signal: AbortSignal | undefined;
		/** How the execution is paused until its callbacks; opened for the first item. */
		readonly pause: () => Pause;
		/** Whether an AI agent uses the node. */
		readonly isTool: boolean;
		/** Sends files of items to the service, each once in a try of the node. */
		readonly uploads: UploadCache;
		/** To be called when the execution has ended. */
		readonly release: () => void;
	};

/** A key that changes while an execution waits is used soon after. */
const CREDENTIAL_MS = 1_000;

const allPastTasks = processMemory.section<readonly PastTask[]>('pastTasks');

/** @throws AiAppError if the credential can't be used */
export async function createExecutionContext(ctx: IExecuteFunctions): Promise<ExecutionContext> {
	const connection = await createServiceClient(withCachedCredential(ctx, CREDENTIAL_MS));
	const { account, client, ownHosts } = connection;
	const hints = createHints(ctx);
	const isTool = isToolNode(ctx.getNode());
	const signal = ctx.getExecutionCancelSignal();
	const ledger = createNodeLedger(ctx, () => toolLedger(ctx, account));
	const progress = createProgress(ctx, hints);
	const { limiter, release } = shareLimiter(account);
	const pastTasks = createPastTasks(allPastTasks, account);
	return {
		...connection,
		ctx,
		ports: {
			...{ clock, ledger, progress, pastTasks },
			models: client.models,
			tasks: client.tasks,
			executionQueue: limiter.executionQueue(connection.maxTasksAtATime),
			spending: createNodeSpending(ctx, account, connection.maxTasksPerHour),
		},
		clock,
		sink: createFileSink(ctx),
		ledger,
		progress,
		stream: createProgressStream(ctx, clock, progress, pastTasks.billedSeconds),
		hints,
		signal,
		pause: createPause(ctx, ownHosts, clock.now),
		isTool,
		uploads: createUploadCache(client.upload(clock, connection.uploadOptions), signal),
		...createAppForms({ client, clock, account }, signal),
		release() {
			ledger.release();
			release();
		},
	};
}
