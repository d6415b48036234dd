import { isQueued, type PastTasks, type Polled } from '../../../../client/index';
import { plain } from './markdown';

/** The least time between two lines, except for a status that the task has for the first time. */
const LINE_MS = 5_000;
/** A status that lasts is repeated, so that nobody takes the silence for a hang. */
const REMINDER_MS = 30_000;
/** Fewer tasks don't show how long an app usually runs. */
const ENOUGH_TASKS = 3;

/**
 * Shows news about a task: each new status at once, its place in the queue now and then. There is
 * no timer: a change that comes too soon is shown at a later poll.
 * @param now the clock's time
 * @param billedSeconds what the latest tasks of an app were billed, which is how long they ran
 */
export function tellStatus(
	now: () => number,
	billedSeconds: PastTasks['billedSeconds'],
	tell: (markdown: string) => void,
) {
	const seen = new Map<string, { readonly since: number }>();
	let last = { at: -Infinity, news: '' };

	return function polled(task: Polled, appId?: number): void {
		const at = now();
		const isNew = !seen.has(task.status);
		if (isNew) seen.set(task.status, { since: at });
		const news = `${task.status} ${task.queueCount}`;
		const dueMs = last.news === news ? REMINDER_MS : isNew ? 0 : LINE_MS;
		if (at - last.at < dueMs) return;
		last = { at, news };
		const seconds = Math.round((at - (seen.get(task.status)?.since ?? at)) / 1000);
		const known = appId === undefined ? undefined : billedSeconds(appId);
		const isUsual = known !== undefined && known.tasks >= ENOUGH_TASKS;
		tell(statusLine(task, seconds, isUsual ? known.median : 0));
	};
}

function statusLine({ status, queueCount }: Polled, seconds: number, usualSeconds: number): string {
	if (isQueued(status)) {
		const queued = seconds > 0 ? `Queued for ${duration(seconds)}` : 'Queued';
		if (queueCount === undefined) return queued;
		return queueCount === 0 ? `${queued}, next in line` : `${queued}, ${queueCount} ahead`;
	}
	if (status === 'Preparing') return 'Preparing, this can take minutes';
	if (status === 'Transferring' || status === 'Saving') return 'Saving the result';
	if (status !== 'Running') return `Status: ${plain(status)}`;
	const left = usualSeconds - seconds;
	if (left > 0) return `Running, about ${duration(left)} left`;
	return seconds > 0 ? `Running for ${duration(seconds)}` : 'Running';
}

/** Rounded, so that the text doesn't promise more than is known. */
function duration(seconds: number): string {
	if (seconds > 90) return `${Math.round(seconds / 60)} min`;
	return `${seconds > 10 ? Math.ceil(seconds / 5) * 5 : Math.ceil(seconds)} s`;
}
