import { endedUnnamed, statusText } from '../api/lifecycle';
import type { Models } from '../api/models';
import type { TaskResult } from '../api/taskResult';
import { AiAppError } from '../errors/AiAppError';
import { reword, settle } from '../settle';
import { withGrace, type Deadline } from '../resilience/deadline';
import { PAID_GRACE_MS } from '../resilience/timeLimits';
import { fetchOutputs, assertSuccess } from './result';
import { createOnce, type CreateOnceOptions, type CreateOncePorts } from './createOnce';
import { recordLeft, watchInLedger } from './course';
import { lostTask } from './createErrors';
import { pollUntilEnd } from './poll';
import { withPlace, type ExecutionQueue, type Place } from '../resilience/rateLimiter';
import { noteRunning } from './stopTasks';
import { say } from '../parsing/say';

export type ModelRun = Pick<
	CreateOnceOptions<never>,
	'beforeCreate' | 'deadline' | 'itemIndex' | 'key' | 'limits' | 'signal'
> & {
	readonly path: string;
	readonly parameters: ModelParameters;
	/** Uploads the files that they name, and puts their URLs in. */
	readonly upload?: () => Promise<ModelParameters>;
	readonly waits: boolean;
};

type ModelParameters = Readonly<Record<string, unknown>>;

export type ModelRunEnd = {
	readonly requestId: string;
	/** Undefined when it is not waited for. */
	readonly ended: TaskResult | undefined;
};

export type ModelPorts = CreateOncePorts & {
	readonly executionQueue: ExecutionQueue;
	readonly models: Models;
};

/**
 * Creates a task of a model (or attaches to the one of an earlier attempt) and, if asked for, waits for
 * its end. There is no way to stop it.
 * @throws AiAppError that knows the request id as soon as there is one
 */
export function runModel(ports: ModelPorts, run: ModelRun): Promise<ModelRunEnd> {
	const use = { app: run.path, isTracked: run.waits };
	return withPlace(ports.executionQueue, use, (place) => runAt(place, ports, run));
}

async function runAt(place: Place, ports: ModelPorts, run: ModelRun): Promise<ModelRunEnd> {
	const { models } = ports;
	const { requestId } = await createOnce(ports, {
		...run,
		place,
		appId: undefined,
		makeOrder: async () => ({ seeds: {}, parameters: (await run.upload?.()) ?? run.parameters }),
		send: async ({ parameters }) => ({ requestId: await models.create(run.path, parameters) }),
		status: async (id) => {
			const { task } = await models.task(id, run.signal);
			return watchInLedger(ports, run.key).see(task);
		},
	});
	if (!run.waits) return { requestId, ended: undefined };
	const ended = await settle(() => waitForModel(ports, requestId, run));
	if (ended.ok) return { requestId, ended: ended.value };
	if (!(ended.error instanceof AiAppError)) throw ended.error;
	recordLeft(ports, run.key, ended.error);
	const error = ended.error.about({ requestId, of: 'model' });
	noteRunning(ports.progress, requestId, error);
	// A task whose outputs are not found is known to have succeeded.
	if (error.kind !== 'task_not_found' || error.details.status) throw error;
	throw lostTask(error);
}

async function waitForModel(
	ports: ModelPorts,
	requestId: string,
	{ deadline, key, signal }: ModelRun,
): Promise<TaskResult> {
	const { models, progress } = ports;
	const { see } = watchInLedger(ports, key);
	let last: TaskResult | undefined;
	const polled = await pollUntilEnd({
		read: async () => {
			const sent = await models.task(requestId, signal);
			last = { ...sent, task: see(sent.task) };
			return last.task;
		},
		onPoll: (task) => progress.polled?.(task),
		signal,
		startedAt: deadline.clock.now(),
		deadline,
	});
	const id = `request ID ${requestId}`;
	if (polled.end === 'stopped')
		throw new AiAppError(
			'execution_stopped',
			say`The execution was canceled. The model task is still running (${id})`,
			{ reason: 'runningOn', cost: 'unknown' },
		);
	if (polled.end === 'deadline' || !last) {
		const status = last?.task.status;
		throw new AiAppError(
			'timeout',
			say`The task didn't finish within the max wait time (${id}, last status: ${statusText(status)})`,
			{ status, lastError: polled.end === 'deadline' ? polled.lastError : undefined },
		);
	}
	const late = withGrace(deadline, PAID_GRACE_MS);
	return assertSuccess(await withLateOutputs(models, late, last, signal));
}

/**
 * The result of a model once its outputs are there: after its end they may take some seconds.
 * @throws AiAppError that knows the status, because the task is finished and charged
 */
export async function withLateOutputs(
	models: Pick<Models, 'task'>,
	deadline: Deadline,
	ended: TaskResult,
	signal: AbortSignal | undefined,
): Promise<TaskResult> {
	const { status } = ended.task;
	const mayHaveOutputs = status === 'Success' || endedUnnamed(ended.task);
	if (!mayHaveOutputs || ended.outputs.length > 0) return ended;
	let last = ended;
	const outputs = async (id: string) => (last = await models.task(id, signal)).outputs;
	await reword(
		() => fetchOutputs({ outputs }, deadline, ended, signal),
		(error) => error.about({ status }),
	);
	// What is finished stays so, whatever later answers say.
	return { ...last, task: { ...last.task, status } };
}
