import { costOf } from '../../../client/errors/cost';
import { isSameWork } from '../../../client/tasks/sameWork';
import { endOf, runsFrom, type Call, type ModelService, type Task } from './service.mts';
import type { Outcome, Try } from './tries.mts';

/** What was promised and didn't come true: empty, if all is well. */
export function broken(service: ModelService, tries: readonly Try[]): string[] {
	return [
		...paidTwice(service),
		...tries.flatMap((each) => [
			...beyondLimits(service, each),
			...wrongSum(service, each),
			...each.outcomes.flatMap((outcome) => [...free(service, outcome), ...late(each, outcome)]),
			...createdAfterFailure(service, each),
		]),
	];
}

/** A second task for a piece of work, while the first has no end, or though it has a result. */
function paidTwice({ tasks }: ModelService): string[] {
	return tasks.flatMap((task, n) =>
		tasks.slice(0, n).flatMap((earlier) => {
			if (!isSame(earlier, task)) return [];
			const { at, status } = endOf(earlier);
			if (at > task.createdAt) return `${task.id} beside ${earlier.id}`;
			const hasResult = status === 'Success' && earlier.plan.end === 'Success';
			return hasResult ? `${task.id} after the result of ${earlier.id}` : [];
		}),
	);
}

function isSame({ sentBy: { values: one } }: Task, { sentBy: { values: other } }: Task): boolean {
	return one && other ? one.item === other.item && isSameWork(one, other) : false;
}

/** What may run at once comes on top: the most that others of those can have cost is left out. */
function beyondLimits({ calls, tasks }: ModelService, each: Try): string[] {
	const { execution, from, options, to } = each;
	const { atOnce, maxBilledSeconds, maxTasks = Infinity } = options;
	const own = tasks.filter(({ sentBy }) => sentBy.execution === execution);
	const tooMany = own.length > maxTasks ? [`${own.length} tasks, allowed ${maxTasks}`] : [];
	if (maxBilledSeconds === undefined) return tooMany;
	const tooLong = own.flatMap(({ id, sentBy }) => {
		const n = calls.indexOf(sentBy);
		if (n < from || n >= to) return [];
		const before = calls.slice(0, n);
		const counts = tasks.map((task) => counted(before, execution, task).low);
		const known = counts.toSorted((a, b) => a - b).slice(0, counts.length - atOnce + 1);
		const sum = known.reduce((all, seconds) => all + seconds, 0);
		return sum >= maxBilledSeconds ? [`${id} after ${sum} of ${maxBilledSeconds} seconds`] : [];
	});
	return [...tooMany, ...tooLong];
}

function wrongSum({ calls, tasks }: ModelService, { billedSeconds, execution, to }: Try): string[] {
	const counts = tasks.map((task) => counted(calls.slice(0, to), execution, task));
	const low = counts.reduce((sum, count) => sum + count.low, 0);
	const high = counts.reduce((sum, count) => sum + count.high, 0);
	const isRight = billedSeconds > low - 0.001 && billedSeconds < high + 0.001;
	return isRight ? [] : [`execution ${execution} counts ${billedSeconds} of ${low} to ${high} s`];
}

const STOPPED = ['Canceled', 'Interrupted'];

/** The seconds of a task that an execution may count, by what it was told and has seen itself. */
function counted(calls: readonly Call[], execution: number, { id, sentBy }: Task) {
	const all = calls.filter((call) => call.id === id);
	const own = all.filter((call) => call.execution === execution);
	const ended = own.filter(({ record }) => record?.ended_at);
	// What has ended stays so, whatever older records come after that.
	const running = own.slice(0, ended[0] && own.indexOf(ended[0])).filter(isRunning);
	const hasRun = all.some((call) => isRunning(call) || call.operation === 'interrupt');
	const { inference_cost_time: told, status = '' } = ended.at(-1)?.record ?? {};
	// None says nothing of a task that has run, or that was stopped.
	const isTold = told !== undefined && (told > 0 || (!hasRun && !STOPPED.includes(status)));
	const seen = secondsBetween(running[0]?.endedAt, running.at(-1)?.endedAt);
	const high = isTold ? told : secondsBetween(sentBy.sentAt, own.at(-1)?.endedAt);
	// Another execution begins at zero.
	const low = sentBy.execution === execution ? (isTold ? told : seen) : 0;
	return { low, high };
}

function isRunning({ record }: Call): boolean {
	return record?.status === 'Running';
}

function secondsBetween(from = 0, to = from): number {
	return (to - from) / 1000;
}

/** Free of charge, they say, and it ran. */
function free({ calls, tasks }: ModelService, { entry, error, endedAt }: Outcome): string[] {
	const began = (id: string | undefined) => {
		const task = tasks.find((each) => each.id === id);
		if (!task || runsFrom(task) >= Math.min(endOf(task).at, endedAt)) return false;
		// A cancel may be confirmed and not happen: then only a record of after that tells.
		const own = calls.filter((call) => call.id === id);
		const canceled = own.findLastIndex(({ operation }) => operation === 'cancel');
		return own.some(
			({ record }, n) => n > canceled && (canceled < 0 || (record && !record.ended_at)),
		);
	};
	const sent = entry?.tasks ?? [];
	const inLedger = sent.filter(({ cost, requestId }) => cost === 'free' && began(requestId));
	const inError = error && costOf(error) === 'free' && sent.some((task) => began(task.requestId));
	const ids = inLedger.map(({ requestId }) => `${requestId} ran, and is free`);
	return inError ? [...ids, `an error is free: ${error.message}`] : ids;
}

const LONGEST_STOP_MS = 120_000;

function late({ options }: Try, { begunAt, endedAt, piece }: Outcome): string[] {
	const overMs = endedAt - begunAt - options.maxWaitMs - LONGEST_STOP_MS;
	return overMs > 0 ? [`item ${piece.item} ended ${overMs} ms too late`] : [];
}

function createdAfterFailure({ calls }: ModelService, { execution, failedAt, to }: Try): string[] {
	if (failedAt === undefined) return [];
	const after = calls.slice(failedAt, to).filter((call) => call.execution === execution);
	const creates = after.filter(({ operation }) => operation === 'create');
	return creates.length > 0 ? [`${creates.length} creates after the failure`] : [];
}
