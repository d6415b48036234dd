import { costOf } from '../../../client/errors/cost';
import { endOf, runsFrom, type Call, type ModelService, type Task } from './service.mts';
import type { Life } from './course.mts';
import { valuesOf, type Outcome, type Try } from './tries.mts';

/** What was promised and didn't come true: empty, if all is well. */
export function broken(service: ModelService, life: Life): string[] {
	return [
		...paidTwice(service, life),
		...resultOfOther(service, life),
		...tooManyAnHour(service, life),
		...life.tries.flatMap((each) => [
			...beyondLimits(service, each),
			...wrongSum(service, each),
			...each.outcomes.flatMap((outcome) => [...free(service, outcome), ...late(each, outcome)]),
			...overran(service, each),
			...createdAfterFailure(service, each),
			...lost(service, each),
			...leftRunning(service, each),
		]),
	];
}

/** A second task for a piece of work, while the first has no end, or though it has a result. */
function paidTwice({ tasks }: ModelService, life: Life): string[] {
	return tasks.flatMap((task, n) =>
		tasks.slice(0, n).flatMap((earlier) => {
			if (!isSame(earlier, task.sentBy, life)) return [];
			const { at, status } = endOf(earlier);
			if (at > task.createdAt) return `${task.id} beside ${earlier.id}`;
			const hasResult = status === 'Success' && earlier.plan.end === 'Success';
			return hasResult ? `${task.id} after the result of ${earlier.id}` : [];
		}),
	);
}

/** An item got the result of a task that was sent for other work. */
function resultOfOther({ tasks }: ModelService, life: Life): string[] {
	return life.tries.flatMap(({ execution, outcomes }) =>
		outcomes.flatMap(({ piece, requestId }) => {
			const task = tasks.find(({ id }) => id === requestId);
			if (!task || isSame(task, { execution, values: valuesOf(piece) }, life)) return [];
			return `item ${piece.item} of execution ${execution} got the result of ${task.id}`;
		}),
	);
}

/**
 * Whether a task is of the same work as a piece of an execution. In another retry, the turns of a loop
 * may get other items, and a node before this one may return other values.
 */
function isSame(
	{ sentBy }: Task,
	{ execution, values: other }: Pick<Call, 'execution' | 'values'>,
	{ retryOf }: Life,
): boolean {
	const { values: one } = sentBy;
	if (!one || !other || one.item !== other.item || one.turn !== other.turn) return false;
	if (one.part !== other.part) return false;
	let from: number | undefined = execution;
	while (from !== undefined && from !== sentBy.execution) from = retryOf[from];
	const isEqual = one.given === other.given;
	return from === undefined ? isEqual : isEqual || one.typed === other.typed;
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

const HOUR_MS = 3_600_000;

function tooManyAnHour({ tasks }: ModelService, { tries }: Life): string[] {
	const { maxTasksPerHour = Infinity } = tries[0]?.options ?? {};
	return tasks.flatMap(({ createdAt, id }, n) => {
		const count = tasks
			.slice(0, n + 1)
			.filter((each) => each.createdAt > createdAt - HOUR_MS).length;
		return count > maxTasksPerHour ? [`${id}: ${count} tasks within an hour`] : [];
	});
}

/** The first look of a try at a task of another one doesn't stop it yet. */
const MOST_LATE_LOOKS = 2;

/** A task that the try has seen beyond a limit of its time, and neither stopped nor left alone. */
function overran({ calls, tasks }: ModelService, { execution, from, options, to }: Try): string[] {
	const { maxQueueMs = Infinity, maxRunMs = Infinity } = options;
	const own = calls.slice(from, to).filter((call) => call.execution === execution);
	return tasks.flatMap(({ createdAt, id }) => {
		const before = calls.filter((call) => call.id === id && call.record);
		const begun = before.find(({ record }) => record?.status !== 'Queuing');
		const about = own.filter((call) => call.id === id);
		const running = about.filter(isRunning);
		const runsSince = running[0]?.endedAt ?? Infinity;
		const lateRuns = running.filter(({ endedAt = 0 }) => endedAt > runsSince + maxRunMs);
		const lateInQueue = about.filter(
			({ endedAt = 0, record }) =>
				record?.status === 'Queuing' &&
				endedAt > createdAt + maxQueueMs + 1_000 &&
				endedAt < (begun?.endedAt ?? Infinity),
		);
		const isStopped = about.some(({ operation }) => ['cancel', 'interrupt'].includes(operation));
		const lateLooks = Math.max(lateRuns.length, lateInQueue.length);
		return isStopped || lateLooks <= MOST_LATE_LOOKS ? [] : [`${id} may take its time`];
	});
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
	const all = calls.filter((call) => call.id === id || call === sentBy);
	const own = all.filter((call) => call.execution === execution);
	const ended = own.filter(({ record }) => record?.ended_at);
	// What has ended stays so, whatever older records come after that, also to another execution.
	const endSeenAt = all.find(({ record }) => record?.ended_at)?.endedAt ?? Infinity;
	const running = own.filter((call) => isRunning(call) && (call.endedAt ?? 0) < endSeenAt);
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

/** Tasks that no item, error or retry can name, although the answer to their create has come. */
function lost({ calls, tasks }: ModelService, { execution, from, outcomes, to }: Try): string[] {
	const own = calls.slice(from, to).filter((call) => call.execution === execution);
	return outcomes.flatMap(({ entry, piece }) => {
		const values = valuesOf(piece);
		const sent = tasks.filter(({ sentBy }) => {
			const { item, part } = sentBy.values ?? {};
			return own.includes(sentBy) && item === values.item && part === values.part;
		});
		const noted = (entry?.tasks ?? []).map(({ requestId }) => requestId);
		const unknown = sent.filter(({ id }) => !noted.includes(id));
		// The ID of the last one may have been lost with the answer: then it's known that it may exist.
		const found = noted.includes(undefined) ? unknown.slice(0, -1) : unknown;
		return found.map(({ id }) => `${id} is lost`);
	});
}

/** Tasks of a stopped execution that it knew, and didn't try to stop. */
function leftRunning({ calls, tasks }: ModelService, { execution, outcomes }: Try): string[] {
	const stops = calls.filter(({ operation }) => ['cancel', 'interrupt'].includes(operation));
	const own = stops.filter((call) => call.execution === execution).map(({ id }) => id);
	return outcomes.flatMap(({ endedAt, entry, error }) => {
		if (error?.kind !== 'execution_stopped') return [];
		const known = (entry?.tasks ?? []).map(({ requestId }) => requestId);
		const left = tasks.filter(({ id, sentBy }) => {
			// Retries at once share what they know, and each stops what it waits for.
			const isOwn = sentBy.execution === execution || id === error.details.requestId;
			return isOwn && known.includes(id) && !own.includes(id);
		});
		return left.filter((task) => endOf(task).at > endedAt).map(({ id }) => `${id} is left running`);
	});
}
