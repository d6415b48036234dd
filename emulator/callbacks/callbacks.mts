import { type CallbackPlan, DEFAULT_CALLBACK_PLAN } from '../tasks/taskPlan.mts';
import { endOf } from '../tasks/taskStateMachine.mts';
import type { Task } from '../tasks/taskStore.mts';
import type { EmulatorClock } from '../time/clock.mts';
import {
	type Attempt,
	type Callback,
	createDeliveryLog,
	type DeliveryLog,
	type DeliveryRecord,
} from './deliveryLog.mts';
import { callbackHeaders, forgedCallback, type Forgery } from './forgery.mts';

/** Returns the record of a task as of a past or future time (epoch ms). */
export type RecordAt = (now: number) => object;

export type Callbacks = ReturnType<typeof createCallbacks>;

/** Sends callbacks; `prefix` is that of the task headers, in lower case. */
export function createCallbacks(clock: EmulatorClock, prefix: string, origins?: readonly string[]) {
	const timers = createTimers(clock);
	const log = createDeliveryLog(clock, origins);
	const scheduled = new Map<string, () => Callback>();

	/** Sends callbacks to `url` when the task ends, as planned for the task. */
	function schedule(task: Task, url: string, recordAt: RecordAt): void {
		const plan = { ...DEFAULT_CALLBACK_PLAN, ...task.plan.callback };
		const headers = callbackHeaders(task.headers, prefix);
		const callback = () => ({ url, headers, body: recordAt(Math.max(clock.now(), endOf(task))) });
		scheduled.set(task.requestId, callback);
		let cancel = timers.at(endOf(task) + plan.offsetMs, send);
		task.stopped.addEventListener('abort', onStop);

		function onStop(): void {
			cancel();
			cancel = timers.at(endOf(task) + plan.offsetMs, send);
		}

		function send(): void {
			task.stopped.removeEventListener('abort', onStop);
			const first = { attempt: 1, copy: 1, forged: false, requestId: task.requestId };
			deliverCopies({ ...callback(), ...first }, plan, { log, timers });
		}
	}

	/** Sends one forged callback without retries; undefined when its URL is unknown. */
	async function forge(forgery: Forgery): Promise<DeliveryRecord | undefined> {
		const { requestId } = forgery;
		const callback = forgedCallback(forgery, scheduled.get(requestId ?? '')?.(), prefix);
		return callback && log.attempt({ ...callback, requestId, attempt: 1, copy: 1, forged: true });
	}

	/** Cancels all scheduled callbacks and breaks the deliveries that are under way. */
	function end(): void {
		for (const each of [timers, log]) each.end();
	}

	return { schedule, forge, deliveries: log.all, end };
}

type DeliveryContext = { readonly log: DeliveryLog; readonly timers: Timers };

const OK = 200;
/** How often a callback is tried, and the pause between two attempts (spec: limits). */
const MAX_ATTEMPTS = 10;
const RETRY_MS = 6000;

/** Sends the planned copies of a callback, each with its own retries. */
function deliverCopies(first: Attempt, plan: CallbackPlan, context: DeliveryContext): void {
	const now = context.timers.now();
	for (let copy = 1; copy <= plan.copies; copy += 1) {
		const wait = (copy - 1) * plan.gapMs;
		const start = () => void deliver({ ...first, copy }, context);
		if (wait === 0) start();
		else context.timers.at(now + wait, start);
	}
}

/** Retries until the receiver answers 200 or the attempts are used up. */
async function deliver(attempt: Attempt, context: DeliveryContext): Promise<void> {
	const { log, timers } = context;
	const { status, cause } = await log.attempt(attempt);
	const isOver = cause === 'closed' || cause === 'notAllowed';
	if (status === OK || isOver || attempt.attempt === MAX_ATTEMPTS) return;
	const next = { ...attempt, attempt: attempt.attempt + 1 };
	timers.at(timers.now() + RETRY_MS, () => void deliver(next, context));
}

/** Timers that can be canceled together. */
export type Timers = Pick<EmulatorClock, 'now' | 'at'> & { end(): void };

function createTimers(clock: EmulatorClock): Timers {
	const pending = new Set<() => void>();

	function at(time: number, run: () => void): () => void {
		const cancel = clock.at(time, () => {
			pending.delete(cancel);
			run();
		});
		pending.add(cancel);
		return cancel;
	}

	function end(): void {
		for (const cancel of pending) cancel();
		pending.clear();
	}

	return { now: clock.now, at, end };
}
