import {
	createOnce,
	type CreatedOnce,
	type CreateOnceOptions,
	type CreateOncePorts,
} from './createOnce';
import { watchInLedger } from './course';
import { settle } from '../settle';
import type { TaskStatus } from '../api/taskStatus';
import { AiAppError } from '../errors/AiAppError';
import { say } from '../parsing/say';
import { hasEnded } from '../api/lifecycle';
import type { SentTask } from '../ports';
import { leftMs } from '../resilience/deadline';
import { withSlot, type ExecutionQueue, type SlotUse } from '../resilience/rateLimiter';
import { waitForTask, type WaitEnd, type WaitOptions, type WaitPorts } from './wait';
import { noteRunning } from './stopTasks';

export type TaskPorts = CreateOncePorts & { readonly executionQueue: ExecutionQueue };

/** A task of an app or of a model, to be created now or created by an earlier attempt. */
export type TaskRun<Order extends Pick<SentTask, 'seeds'>> = Omit<
	CreateOnceOptions<Order>,
	'slot'
> & {
	/** The app or the model whose task takes a slot at the service. */
	readonly use: SlotUse['of'];
};

/** Creates a task, or attaches to the one of an earlier attempt. Nobody waits for its end. */
export function createTask<Order extends Pick<SentTask, 'seeds'>>(
	ports: TaskPorts,
	run: TaskRun<Order>,
): Promise<CreatedOnce> {
	const use = { of: run.use, keepsSlot: false };
	return withSlot(ports.executionQueue, use, (slot) => createOnce(ports, { ...run, slot }));
}

/**
 * Creates a task, or attaches to the one of an earlier attempt, and waits for its result, over an open
 * connection or by polling. Keeps its slot until the task ends.
 * @throws AiAppError that knows the request ID as soon as there is one
 */
export function runTask<Order extends Pick<SentTask, 'seeds'>>(
	ports: TaskPorts & WaitPorts,
	run: TaskRun<Order>,
	wait: WaitOptions,
): Promise<WaitEnd> {
	const { about, deadline, key, signal } = run;
	const use = { of: run.use, keepsSlot: true };
	return withSlot(ports.executionQueue, use, async (slot) => {
		const makeOrder = () => orderInTime(run);
		const created = await createOnce(ports, { ...run, makeOrder, slot });
		const { requestId, seeds, held, attached } = created;
		const inLedger = watchInLedger(ports, key, requestId);
		const see = (task: TaskStatus) => {
			if (hasEnded(task)) slot.release();
			return inLedger.see(task);
		};
		const awaited = {
			...{ deadline, held, signal, isNew: !attached && !held },
			ref: { ...about, requestId, seeds },
			watch: { ...inLedger, see },
		};
		const result = await settle(() => waitForTask(ports, { ...wait, ...awaited }));
		inLedger.left(result.ok ? undefined : result.error);
		if (result.ok) return result.value;
		const { error } = result;
		noteRunning(ports.progress, requestId, error);
		// A task whose outputs are not found is known to have succeeded.
		if (error.kind !== 'task_not_found' || error.details.status) throw error;
		throw new AiAppError(
			error.kind,
			say`The service created the task but can no longer find it (request ID ${requestId})`,
			{ ...error.details, reason: 'lostTask', cost: 'unknown' },
			{ cause: error },
		);
	});
}

/**
 * Makes the order. If that takes too long, nobody would wait for the task, which would be charged.
 */
async function orderInTime<Order>({
	deadline,
	makeOrder,
}: Pick<CreateOnceOptions<Order>, 'deadline' | 'makeOrder'>): Promise<Order> {
	const order = await makeOrder();
	if (leftMs(deadline) > 0) return order;
	throw new AiAppError('busy', 'The max wait time was over before the task could be created', {
		reason: 'tooLate',
	});
}
