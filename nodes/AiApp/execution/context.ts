import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import {
	createPastTasks,
	createUploadCache,
	type Client,
	type Clock,
	type ExecutionQueue,
	type FileSink,
	type Http,
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
import { createServiceClient, withCachedCredential } from '../transport/serviceClient';
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
export type ExecutionContext = AppForms & {
	readonly ctx: IExecuteFunctions;
	readonly client: Client;
	readonly http: Http;
	readonly clock: Clock;
	readonly sink: FileSink<IBinaryData>;
	readonly ledger: NodeLedger;
	readonly progress: Progress;
	/** What a chat shows while the node runs. */
	readonly stream: ProgressStream;
	readonly hints: Hints;
	/** What the client needs to create and wait for tasks. */
	readonly ports: TaskPorts;
	/** Aborted when the execution is stopped or times out. */
	readonly signal: AbortSignal | undefined;
	/** Separates accounts in the memory of the process. */
	readonly account: string;
	/** Hosts of the credential, which may be private. */
	readonly ownHosts: readonly string[];
	/** Lets a receiver recognize callbacks of the service. */
	readonly callbackToken: string | undefined;
	/** Where it may be sent besides this n8n instance. */
	readonly callbackTokenUrls: string;
	/** How the execution is paused until its callbacks; opened for the first item. */
	readonly pause: () => Pause;
	/** Whether an AI agent uses the node. */
	readonly isTool: boolean;
	/** Max Wait Time where the user sets none. */
	readonly defaultWaitMinutes: number;
	/** Sends files of items to the service, each once in a try of the node. */
	readonly uploads: UploadCache;
	/** To be called when the execution has ended. */
	readonly release: () => void;
};

const WAIT_MINUTES = 60;
/** After a longer wait an agent's caller gives up. */
const TOOL_WAIT_MINUTES = 5;

/** A key that changes while an execution waits is used soon after. */
const CREDENTIAL_MS = 1_000;

const allPastTasks = processMemory.section<readonly PastTask[]>('pastTasks');

/** @throws AiAppError if the credential can't be used */
export async function createExecutionContext(ctx: IExecuteFunctions): Promise<ExecutionContext> {
	const { uploadOptions, account, maxTasksAtATime, maxTasksPerHour, ...connection } =
		await createServiceClient(withCachedCredential(ctx, CREDENTIAL_MS));
	const { client, ownHosts } = connection;
	const hints = createHints(ctx);
	const isTool = isToolNode(ctx.getNode());
	const signal = ctx.getExecutionCancelSignal();
	const ledger = createNodeLedger(ctx, () => toolLedger(ctx, account));
	const progress = createProgress(ctx, hints);
	const { limiter, release } = shareLimiter(account);
	const pastTasks = createPastTasks(allPastTasks, account);
	return {
		...connection,
		...{ account, ctx },
		ports: {
			...{ clock, ledger, progress, pastTasks },
			models: client.models,
			tasks: client.tasks,
			executionQueue: limiter.executionQueue(maxTasksAtATime),
			spending: createNodeSpending(ctx, account, maxTasksPerHour),
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
		defaultWaitMinutes: isTool ? TOOL_WAIT_MINUTES : WAIT_MINUTES,
		uploads: createUploadCache(client.upload(clock, uploadOptions), signal),
		...createAppForms({ client, clock, account }, signal),
		release() {
			ledger.release();
			release();
		},
	};
}
