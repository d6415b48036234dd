import type { Models } from '../api/models';
import type { TaskResult } from '../api/taskResult';
import { leftMs } from '../resilience/deadline';
import type { CreateOnceOptions } from './createOnce';
import { createTask, runTask, type TaskPorts } from './runTask';
import type { WaitPorts } from './wait';

export type ModelRun = Pick<
	CreateOnceOptions<never>,
	'beforeCreate' | 'deadline' | 'itemIndex' | 'key' | 'limits' | 'signal'
> & {
	readonly path: string;
	readonly parameters: ModelParameters;
	/** Uploads the files that the parameters name, and returns the parameters with URLs instead. */
	readonly upload?: () => Promise<ModelParameters>;
	readonly isAwaited: boolean;
};

type ModelParameters = Readonly<Record<string, unknown>>;

export type ModelRunEnd = {
	readonly requestId: string;
	/** Undefined when it is not waited for. */
	readonly ended: TaskResult | undefined;
};

export type ModelPorts = Omit<TaskPorts & WaitPorts, 'tasks'> & { readonly models: Models };

/**
 * Creates a task of a model (or attaches to the one of an earlier attempt) and, if asked for, waits for
 * its end. There is no way to stop it.
 * @throws AiAppError that knows the request ID as soon as there is one
 */
export async function runModel(ports: ModelPorts, run: ModelRun): Promise<ModelRunEnd> {
	const { models } = ports;
	const { deadline, path } = run;
	const tasks = { ...ports, tasks: models };
	const task = {
		...run,
		...({ about: { of: 'model' }, use: path } as const),
		makeOrder: async () => ({ seeds: {}, parameters: (await run.upload?.()) ?? run.parameters }),
		send: async ({ parameters }: Pick<ModelRun, 'parameters'>) => ({
			requestId: await models.create(path, parameters),
		}),
	};
	if (!run.isAwaited) {
		const { requestId } = await createTask(tasks, task);
		return { requestId, ended: undefined };
	}
	const wait = { maxWaitMs: leftMs(deadline), onTimeout: 'fail' } as const;
	const { result } = await runTask(tasks, task, wait);
	return { requestId: result.requestId, ended: result };
}
