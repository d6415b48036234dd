import { mean, median } from '../measure/statistics.mts';
import { idealMakespanMs } from './idealScheduler.mts';
import type { FleetParameters } from './parameters.mts';
import type { SimulatedService } from './service.mts';
import type { ItemEnd } from './item.mts';

/** An execution that has ended. */
export type Ended = {
	readonly worker: number;
	/** From its start to its end, as the caller sees it. */
	readonly waitMs: number;
	readonly items: readonly ItemEnd[];
};

/** What a fleet has come to. */
export type Outcome = {
	readonly tasks: number;
	readonly results: number;
	/** Tasks beyond the first one of their item, and those that are no item's result. */
	readonly doubles: number;
	readonly lost: number;
	/** Items that failed, by the kind of error. */
	readonly failures: Readonly<Record<string, number>>;
	readonly makespanSeconds: number;
	readonly idealSeconds: number;
	/** Makespan by that of the ideal scheduler. */
	readonly makespan: number;
	/** Refused creates for each accepted one. */
	readonly refused: number;
	/** All calls of the service for each task, reads of apps included. */
	readonly calls: number;
	/** The longest wait of an execution by the median. */
	readonly longest: number;
	/** How long items waited for a place: the median and the longest. */
	readonly placeMedianSeconds: number;
	readonly placeLongestSeconds: number;
	/** The mean wait for a place in the process where it is longest, by the mean of all. */
	readonly slowestWorker: number;
};

type Seen = {
	readonly ended: readonly Ended[];
	readonly durations: readonly number[];
	readonly makespanMs: number;
	readonly service: SimulatedService;
};

export function outcomeOf(parameters: FleetParameters, seen: Seen): Outcome {
	const { ended, durations, makespanMs, service } = seen;
	const { accepted, refused, calls } = service.counts;
	const items = ended.flatMap((execution) => execution.items);
	const failures = items.flatMap(({ failure }) => failure ?? []);
	const waits = ended.map(({ waitMs }) => waitMs);
	const placeWaits = items.map(({ placeWaitMs }) => placeWaitMs);
	const idealMs = idealMakespanMs({
		...{ durations, arrivalMs: parameters.arrivalMs, places: placesToUse(parameters) },
	});
	return {
		tasks: accepted,
		results: items.length - failures.length,
		doubles: accepted - new Set(service.created).size,
		lost: accepted - (items.length - failures.length),
		failures: countsOf(failures),
		makespanSeconds: makespanMs / 1000,
		idealSeconds: idealMs / 1000,
		makespan: makespanMs / idealMs,
		refused: refused / accepted,
		calls: calls / accepted,
		longest: maximum(waits) / median(waits),
		placeMedianSeconds: median(placeWaits) / 1000,
		placeLongestSeconds: maximum(placeWaits) / 1000,
		slowestWorker: maximum(meansByWorker(ended)) / mean(placeWaits),
	};
}

/** How many tasks run at once if nothing else is in the way. */
function placesToUse(parameters: FleetParameters): number {
	const { workers, slots, items, concurrentTasks, service } = parameters;
	return Math.min(service.places, workers * slots * Math.min(items, concurrentTasks));
}

function meansByWorker(ended: readonly Ended[]): readonly number[] {
	const waits = new Map<number, number[]>();
	for (const { worker, items } of ended) {
		const ofWorker = waits.get(worker) ?? [];
		for (const { placeWaitMs } of items) ofWorker.push(placeWaitMs);
		waits.set(worker, ofWorker);
	}
	return [...waits.values()].map(mean);
}

function countsOf(words: readonly string[]): Readonly<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
	return counts;
}

/** Of more values than a call takes arguments. */
function maximum(values: readonly number[]): number {
	return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
