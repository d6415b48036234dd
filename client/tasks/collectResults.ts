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
	/** Position of the task whose callback came; it is polled before the others. */
	readonly reported?: number | undefined;
	/** Outputs in the callback itself. If one of them is usable, the list isn't requested. */
	readonly reportedOutputs?: readonly TaskOutput[];
	/** Results that came with a create or an earlier callback; new ones are added. */
	readonly known: KnownResults;
	readonly deadline: Deadline;
	readonly signal: AbortSignal | undefined;
};

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
	const poll = (task: TaskRef, outputs: readonly TaskOutput[] = []) =>
		pollOnce(ports, task, outputs, options);

	const caller = reported === undefined ? undefined : tasks[reported];
	if (caller) {
		const first = await settle(() => poll(caller, options.reportedOutputs));
		if (!first.ok) return { all: 'unclear', lastError: first.error };
		if (first.value === 'pending') return { all: 'unclear' };
	}
	const polled = await runPool(
		tasks,
		CONCURRENT_POLLS,
		(task) => poll(task),
		(outcome) => !isPending(outcome),
	);
	if (polled.some(isPending)) return { all: 'pending' };
	const ends = polled.flatMap((each) => (each?.ok && each.value !== 'pending' ? each.value : []));
	if (ends.length === tasks.length) return { all: 'ended', ends };
	const failed = polled.find((each) => each?.ok === false);
	return { all: 'unclear', ...(failed?.ok === false && { lastError: failed.error }) };
}

function isPending(outcome: Settled<PollOutcome> | undefined): boolean {
	return outcome?.ok === true && outcome.value === 'pending';
}

async function pollOnce(
	ports: CollectPorts,
	task: TaskRef,
	reportedOutputs: readonly TaskOutput[],
	{ deadline, known, signal }: CollectOptions,
): Promise<PollOutcome> {
	const { requestId } = task;
	const earlier = known.get(requestId);
	if (earlier) return earlier;
	const status = await ports.tasks.status(requestId, signal);
	if (!hasEnded(status)) return 'pending';
	const end = await readEnd(
		ports.tasks,
		{ ...task, task: status },
		{ deadline, reported: reportedOutputs, signal },
	);
	known.set(requestId, end);
	return end;
}
