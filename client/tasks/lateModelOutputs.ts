import type { Models } from '../api/models';
import type { TaskResult } from '../api/taskResult';
import { AiAppError } from '../errors/AiAppError';
import type { Clock } from '../ports';
import { settle } from '../settle';
import { readOutputs } from './result';

/**
 * The result of a model once its outputs are there: after Success they may take some seconds.
 * @throws AiAppError that knows the status, because the task is finished and charged
 */
export async function withLateOutputs(
	{ clock, models }: { readonly clock: Clock; readonly models: Pick<Models, 'task'> },
	ended: TaskResult,
	signal: AbortSignal | undefined,
): Promise<TaskResult> {
	const { status } = ended.task;
	if (status !== 'Success' || ended.outputs.length > 0) return ended;
	let last = ended;
	const outputs = async (id: string) => (last = await models.task(id, signal)).outputs;
	const read = await settle(() => readOutputs({ outputs }, clock, ended, signal));
	// What is finished stays so, whatever later answers say.
	if (read.ok) return { ...last, task: { ...last.task, status } };
	throw read.error instanceof AiAppError ? read.error.about({ status }) : read.error;
}
