import type { TaskRef } from '../api/taskResult';
import type { Tasks } from '../api/tasks';
import { AiAppError, executionCanceled } from '../errors/AiAppError';
import { kindOf } from '../errors/kinds';
import { refusalOf } from '../errors/serviceCodes';
import type { Clock, Ledger, Progress, Seeds, SentTask, Spending, SpendingLimits } from '../ports';
import { leftMs, type Deadline } from '../resilience/deadline';
import { backoffMs, retryUntil } from '../resilience/retry';
import { settle } from '../settle';
import { say } from '../parsing/say';
import { type Created, unconfirmed } from '../api/creates';
import { nextStep, watchInLedger, type NextStep } from './course';
import type { Slot, Refusal } from '../resilience/rateLimiter';

export type CreateOncePorts = {
	readonly clock: Clock;
	readonly ledger: Ledger;
	readonly progress: Progress;
	readonly spending: Spending;
	readonly tasks: Pick<Tasks, 'status'>;
};

export type CreateOnceOptions<Order> = {
	/** Its key in the ledger: names this piece of work in all attempts of one execution. */
	readonly key: string;
	/** Whose task it is, for messages. */
	readonly about: Pick<TaskRef, 'appId' | 'of'>;
	readonly itemIndex: number;
	/** Uploads files and makes what is sent. Not called when there is nothing to create. */
	readonly makeOrder: () => Promise<Order>;
	readonly send: (order: Order) => Promise<Created>;
	/** Its slot at the service, which the caller releases. */
	readonly slot: Slot;
	/** Until then, the create waits for a slot, and is repeated if the service is full. */
	readonly deadline: Deadline;
	readonly limits?: SpendingLimits | undefined;
	readonly signal: AbortSignal | undefined;
	/** Aborted as soon as nobody wants another task, so that none is created. */
	readonly beforeCreate: AbortSignal | undefined;
};

export type CreatedOnce = Created & {
	/** Drawn now, or when the task was created in an earlier attempt. */
	readonly seeds: Seeds;
	readonly attached: boolean;
};

/**
 * Creates a task for this piece of work, or attaches to the one that an earlier attempt of the same
 * execution has created. At most one task is created: a create is sent again only when it was
 * clearly refused or never sent.
 * @throws AiAppError kind `unconfirmed` when a task may exist whose id is not known, kind `budget` when
 * a limit is reached
 */
export async function createOnce<Order extends Pick<SentTask, 'seeds'>>(
	ports: CreateOncePorts,
	options: CreateOnceOptions<Order>,
): Promise<CreatedOnce> {
	const { clock, progress } = ports;
	const { about, key, slot } = options;
	const step = await decide(ports, options);
	if (step.do === 'refuseUnconfirmed')
		throw new AiAppError(
			'unconfirmed',
			'A previous attempt to create this task got no response, so the task may already exist',
		);
	if (step.do === 'refuseStopped') throw stoppedInEarlierTry(step, about);
	if (step.do === 'attach') {
		const { requestId, task } = step;
		slot.attach();
		return { requestId, seeds: task.seeds ?? {}, attached: true };
	}

	const reservation = reserveTask(ports.spending, options.limits);
	const sending = { ...ports, reservation, isSent: false };
	const attempt = await settle(async () => {
		const order = await options.makeOrder();
		return { order, created: await create(sending, order, options) };
	});
	if (!attempt.ok) {
		if (sending.isSent) throw attempt.error;
		reservation.takeBack();
		throw options.beforeCreate?.aborted ? executionCanceled() : attempt.error;
	}
	const { created, order } = attempt.value;
	if (!created) {
		reservation.takeBack();
		slot.release();
		return createOnce(ports, options);
	}
	const { requestId, createdAt = clock.wallNow() } = created;
	const { seeds = {} } = order;
	const task = { requestId, seeds, createdAt };
	noteTask(ports, key, task);
	progress.created(requestId, about.appId, options.itemIndex);
	return { ...created, seeds, attached: false };
}

type Sending = CreateOncePorts & {
	readonly reservation: ReturnType<typeof reserveTask>;
	/** Whether a create was sent whose fate isn't known. */
	isSent: boolean;
};

/**
 * Notes a task before its create is sent, because its answer may be lost, and again with its ID. It's
 * added to what the ledger has by now. Only the create that is under way has no ID: no other one is
 * sent before its fate is known.
 */
function noteTask({ ledger }: CreateOncePorts, key: string, ...noted: readonly SentTask[]): void {
	const { tasks } = ledger.read(key);
	const known = tasks.filter(({ requestId }) => requestId !== undefined);
	ledger.write(key, { tasks: [...known, ...noted] });
}

/**
 * Sends the create when there's a slot for it. Another retry of the same execution shares the
 * ledger, and may have sent a task in the meantime: then nothing is sent.
 * @returns undefined if nothing was sent
 */
async function create<Order>(
	sending: Sending,
	order: Order,
	options: CreateOnceOptions<Order>,
): Promise<Created | undefined> {
	const { clock, ledger, progress, reservation } = sending;
	const { deadline, key, slot, send, beforeCreate } = options;
	const { appId, of } = options.about;
	let refusal = new AiAppError(
		'busy',
		'No place for the task became free within the max wait time',
		{ reason: 'noSlot' },
	);
	for (let n = 1; ; n++) {
		const mayLeave = await slot.acquire(beforeCreate, deadline.at);
		if (beforeCreate?.aborted) throw executionCanceled();
		if (!mayLeave) throw refusal;
		if (nextStep(ledger.read(key)).do !== 'create') return undefined;
		reservation.renew();
		noteTask(sending, key, {});
		sending.isSent = true;
		const result = await settle(() => send(order));
		if (result.ok) {
			slot.accepted();
			return result.value;
		}
		const { error } = result;
		if (!isDefinitelyNotCreated(error)) {
			const ambiguous = unconfirmed(error);
			// The error is noted too: n8n doesn't show it for a canceled execution, and shows only the
			// first of several errors.
			const whose = of === 'model' ? 'Model' : say`App ${appId}`;
			progress.note(say`${whose}, item ${options.itemIndex}: ${ambiguous}`);
			throw ambiguous;
		}
		noteTask(sending, key);
		sending.isSent = false;
		if (!shouldRetryCreate(error, n, leftMs(deadline))) throw error;
		refusal = error;
		if (error.kind === 'busy') slot.refused(refusalIn(error));
		else {
			// A service that can't be reached isn't full: each create finds that out for itself.
			slot.release();
			await clock.sleep(backoffMs(n, clock.random), beforeCreate);
		}
	}
}

/**
 * Counts a task that is about to be created as spent, until it's known that it wasn't created.
 * @throws AiAppError kind `budget` if a limit is reached
 */
function reserveTask(spending: Spending, limits: SpendingLimits = {}) {
	let undo: (() => void) | undefined = spending.reserve(limits);

	/** Undoes the reservation of a task that was certainly not created. */
	function takeBack(): void {
		undo?.();
		undo = undefined;
	}

	/** Checks again: other items may have spent in the meantime. @throws as `reserveTask` */
	function renew(): void {
		takeBack();
		undo = spending.reserve(limits);
	}

	return { renew, takeBack };
}

/**
 * Decides what to do. Checks the task of an earlier attempt first, because it may have ended since.
 * @throws AiAppError if its status can't be read: another task may cost money
 */
async function decide(
	ports: CreateOncePorts,
	options: Omit<CreateOnceOptions<never>, 'makeOrder' | 'send'>,
): Promise<NextStep> {
	const { about, deadline, key, signal } = options;
	const { ledger, tasks } = ports;
	const entry = ledger.read(key);
	const step = nextStep(entry);
	if (step.do !== 'attach') return step;
	const { requestId, task } = step;
	// The last task is the one whose result is delivered.
	if (entry.tasks.at(-1) !== task)
		ledger.write(key, { tasks: [...entry.tasks.filter((each) => each !== task), task] });
	const poll = await settle(() =>
		retryUntil(() => tasks.status(requestId, signal), deadline, signal),
	);
	if (poll.ok) {
		watchInLedger(ports, key, requestId).see(poll.value, true);
		const next = nextStep(ledger.read(key));
		const isOther = next.do === 'attach' && next.requestId !== requestId;
		return isOther ? decide(ports, options) : next;
	}
	const { error } = poll;
	// 404 is normal right after a create, and the polling loop handles cancellation: both attach.
	if (error.kind === 'task_not_found' || signal?.aborted) return step;
	throw error.about({ requestId, ...about });
}

/**
 * The error of a retry that creates no task, because this node has stopped the first one at a
 * limit.
 */
function stoppedInEarlierTry(
	{ requestId, task }: Extract<NextStep, { readonly do: 'refuseStopped' }>,
	about: Pick<TaskRef, 'appId' | 'of'>,
): AiAppError {
	const details = { requestId, ...about, reason: 'stoppedBefore' } as const;
	if (task.stoppedBy === 'maxRunTime')
		return new AiAppError(
			'budget',
			say`This node interrupted the task at the max run time (request ID ${requestId})`,
			{ ...details, cost: 'seconds' },
		);
	return new AiAppError(
		'timeout',
		say`This node stopped the task after the max wait time (request ID ${requestId})`,
		details,
	);
}

/**
 * Whether a create was certainly not executed: refused by the service with an answer of its own, or
 * never sent. A code that says "no room" is such an answer, whatever its HTTP status (decision
 * 050). It may have been executed after a timeout, a reset, a 5xx, a page of a proxy or a success
 * with an unknown code.
 */
export function isDefinitelyNotCreated(error: AiAppError): boolean {
	const { code, httpStatus = 0, timedOut } = error.details;
	if (error.kind === 'unreachable') return true;
	if (error.kind === 'busy' && code !== undefined) return true;
	if (kindOf(error.kind).isAmbiguous || timedOut) return false;
	if (httpStatus >= 300) return httpStatus < 500;
	return code !== undefined && error.kind !== 'unexpected_response';
}

/** A URL that can't be reached in this many attempts counts as wrong. */
const MAX_UNREACHED_ATTEMPTS = 3;

/**
 * Whether to retry a create that has certainly created nothing, after the n-th attempt (from 1).
 * @param leftMs the time left, into which the pause before the retry must fit
 */
export function shouldRetryCreate(error: AiAppError, n: number, leftMs: number): boolean {
	if (error.kind === 'busy') return refusalIn(error).speaksOf !== 'hourlyPace';
	const mayPass = error.kind === 'unreachable' && n < MAX_UNREACHED_ATTEMPTS;
	return mayPass && leftMs > backoffMs(n, () => 1);
}

/** What an error of the kind `busy` tells the rate limiter, by which the next creates leave. */
function refusalIn({ details: { code, retryAfterMs } }: AiAppError): Refusal {
	return { speaksOf: refusalOf(code), retryAfterMs };
}
