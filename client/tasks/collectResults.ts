import type { AiAppError } from '../errors/AiAppError';
import { settle, type Settled } from '../settle';
import { hasEnded } from '../api/lifecycle';
import { readEnd, type CompletedTask } from './result';
import type { TaskRef } from '../api/taskResult';
import { runPool } from '../resilience/pool';
import type { Deadline } from '../resilience/deadline';
import type { TaskOutput } from '../api/taskOutputs';
import type { Tasks } from '../api/tasks';

export type CollectPorts = {
	readonly tasks: Pick<Tasks, 'result' | 'status'>;
};

export type KnownResults = {
	readonly get: (requestId: string) => CompletedTask | undefined;
	readonly set: (requestId: string, end: CompletedTask) => void;
};

/** What polling shows of tasks that are awaited together. */
export type Collected =
	/** In the order of the tasks. */
	| { readonly all: 'ended'; readonly ends: readonly CompletedTask[] }
	| { readonly all: 'pending' }
	/** The reported task hasn't ended, or a status request failed: worth asking again. */
	| { readonly all: 'unclear'; readonly lastError?: AiAppError | undefined };

export type CollectOptions = {
	/** The task whose callback came. It's polled before the others. */
	readonly reported?: Reported | undefined;
	/** Results that came with a create or an earlier callback; new ones are added. */
	readonly known: KnownResults;
	readonly deadline: Deadline;
	readonly signal: AbortSignal | undefined;
};

/** A task with the outputs in its callback. If one of them is usable, the list isn't requested. */
export type Reported = { readonly task: TaskRef; readonly outputs: readonly TaskOutput[] };

type PollOutcome = 'pending' | CompletedTask;

const CONCURRENT_POLLS = 5;

/**
 * Checks whether all tasks have completed, and looks no further after the first that hasn't. Sends
 * one status request for each task that isn't known to be complete, and one more for outputs that
 * the callback didn't contain. A status request that fails isn't repeated, because the service
 * repeats its callback. An empty list of outputs may only be late, so it's read again while the
 * time for the callback lasts. Otherwise the pause would end without outputs.
 */
export async function collectResults(
	ports: CollectPorts,
	tasks: readonly TaskRef[],
	options: CollectOptions,
): Promise<Collected> {
	const { reported } = options;
	if (reported) {
		const first = await settle(() => pollOnce(ports, reported, options));
		if (!first.ok) return { all: 'unclear', lastError: first.error };
		if (first.value === 'pending') return { all: 'unclear' };
	}
	const polled = await runPool(
		tasks,
		CONCURRENT_POLLS,
		(task) => pollOnce(ports, { task, outputs: [] }, options),
		(outcome) => !isPending(outcome),
	);
	if (polled.some(isPending)) return { all: 'pending' };
	const ends = polled.flatMap((each) => (each?.ok && each.value !== 'pending' ? each.value : []));
	if (ends.length === tasks.length) return { all: 'ended', ends };
	const [lastError] = polled.flatMap((each) => (each?.ok === false ? each.error : []));
	return { all: 'unclear', lastError };
}

function isPending(outcome: Settled<PollOutcome> | undefined): boolean {
	return outcome?.ok === true && outcome.value === 'pending';
}

async function pollOnce(
	ports: CollectPorts,
	{ task, outputs }: Reported,
	{ deadline, known, signal }: CollectOptions,
): Promise<PollOutcome> {
	const { requestId } = task;
	const earlier = known.get(requestId);
	if (earlier) return earlier;
	const status = await ports.tasks.status(requestId, signal);
	if (!hasEnded(status)) return 'pending';
	const how = { deadline, reported: outputs, signal };
	const end = await readEnd(ports.tasks, { ...task, task: status }, how);
	known.set(requestId, end);
	return end;
}
