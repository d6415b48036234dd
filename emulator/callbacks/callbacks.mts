import { DEFAULT_CALLBACK_PLAN } from '../tasks/taskPlan.mts';
import { endOf } from '../tasks/taskStateMachine.mts';
import type { Task } from '../tasks/taskStore.mts';
import type { EmulatorClock } from '../time/clock.mts';
import { createTimers } from '../time/timers.mts';
import { callbackHeaders } from './callbackHeaders.mts';
import { deliverCopies } from './deliver.mts';
import { createDeliveryLog, type DeliveryRecord } from './deliveryLog.mts';
import { forgedCallback, type Forgery } from './forgery.mts';
import type { Callback } from './post.mts';

/** Returns the record of a task as of a past or future time (epoch ms). */
export type RecordAt = (now: number) => object;

export type Callbacks = {
	/** Sends callbacks to `url` when the task ends, as planned for the task. */
	schedule(task: Task, url: string, recordAt: RecordAt): void;
	/** Sends one forged callback without retries; undefined when its URL is unknown. */
	forge(forgery: Forgery): Promise<DeliveryRecord | undefined>;
	deliveries(): readonly DeliveryRecord[];
	/** Cancels all scheduled callbacks and forgets the deliveries. */
	clear(): void;
};

/** Sends callbacks; `prefix` is that of the task headers, in lower case. */
export function createCallbacks(clock: EmulatorClock, prefix: string): Callbacks {
	const timers = createTimers(clock);
	const log = createDeliveryLog(clock);
	const scheduled = new Map<string, () => Callback>();

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
			const { requestId } = task;
			const first = { ...callback(), requestId, attempt: 1, copy: 1, forged: false };
			deliverCopies(first, plan, { log, timers });
		}
	}

	async function forge(forgery: Forgery): Promise<DeliveryRecord | undefined> {
		const { requestId } = forgery;
		const callback = forgedCallback(forgery, scheduled.get(requestId ?? '')?.(), prefix);
		return callback && log.attempt({ ...callback, requestId, attempt: 1, copy: 1, forged: true });
	}

	function clear(): void {
		timers.clear();
		log.clear();
		scheduled.clear();
	}

	return { schedule, forge, deliveries: log.all, clear };
}
