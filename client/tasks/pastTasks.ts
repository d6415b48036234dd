import type { TaskStatus } from '../api/taskStatus';
import { MAX_POLL_MS, MIN_POLL_MS } from '../resilience/timeLimits';
import { intervalMs } from './pollInterval';

/** What the latest tasks of an app tell of the next one. Executions that share a memory share it. */
export type PastTasks = {
	/** Remembers a task if it succeeded: the others end early. */
	readonly record: (appId: number | undefined, task: SeenEnd) => void;
	/** How long a task of this age can be left alone; undefined while too little is known of its app. */
	readonly pollDelayMs: (appId: number | undefined, ageMs: number) => number | undefined;
	/** Undefined if no task of the app was seen. */
	readonly billedSeconds: (appId: number) => BilledSecondsSeen | undefined;
};

/** What the latest tasks of an app cost. */
export type BilledSecondsSeen = {
	/** The number of tasks whose billed seconds are known. */
	readonly tasks: number;
	readonly median: number;
	readonly max: number;
};

export type PastTask = Partial<Pick<TaskStatus, 'durationMs' | 'billedSeconds'>>;
type SeenEnd = Pick<TaskStatus, 'status'> & PastTask;

const MAX_TASKS = 30;
/** With fewer durations, the age alone says when a task is polled. */
const MIN_DURATIONS = 3;
/** Older durations are dropped: an app answers faster once it's loaded. */
const MAX_DURATIONS = 10;
const PAUSE_AT_A_SECOND_MS = 200;

/** Where past tasks are remembered by app; it may forget any of them. */
type Memory = {
	readonly get: (key: string) => readonly PastTask[] | undefined;
	readonly set: (key: string, tasks: readonly PastTask[]) => void;
};

/** @param account separates what several accounts see of an app */
export function createPastTasks(seen: Memory, account: string): PastTasks {
	const keyOf = (appId: number) => `${account}:${appId}`;
	const of = (appId: number) => seen.get(keyOf(appId)) ?? [];

	return {
		record(appId, { status, durationMs, billedSeconds }) {
			if (appId === undefined || status !== 'Success') return;
			const latest = [...of(appId), { durationMs, billedSeconds }].slice(-MAX_TASKS);
			seen.set(keyOf(appId), latest);
		},
		pollDelayMs(appId, ageMs) {
			const past = appId === undefined ? [] : of(appId);
			const durations = past.flatMap(({ durationMs }) => durationMs ?? []).slice(-MAX_DURATIONS);
			return durations.length < MIN_DURATIONS ? undefined : delayMs(ageMs, Math.min(...durations));
		},
		billedSeconds(appId) {
			const sorted = of(appId)
				.flatMap(({ billedSeconds }) => billedSeconds ?? [])
				.sort((a, b) => a - b);
			const max = sorted.at(-1);
			return max === undefined
				? undefined
				: { tasks: sorted.length, median: medianOf(sorted), max };
		},
	};
}

/**
 * Leaves a task alone until the age at which the shortest past task ended, but not for longer than
 * MAX_POLL_MS. From then on, pauses grow with the square root of its age. This balances the delay
 * and the number of calls, for short tasks as for long ones.
 */
function delayMs(ageMs: number, shortestMs: number): number {
	const isEarly = ageMs < shortestMs;
	const pauseMs = isEarly ? shortestMs - ageMs : PAUSE_AT_A_SECOND_MS * Math.sqrt(ageMs / 1000);
	return Math.max(Math.min(pauseMs, isEarly ? MAX_POLL_MS : intervalMs(ageMs)), MIN_POLL_MS);
}

/** Rounded to milliseconds: billed times aren't more precise. */
function medianOf(sorted: readonly number[]): number {
	const half = sorted.length / 2;
	const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
	const mean = middle.reduce((sum, seconds) => sum + seconds / middle.length, 0);
	return Math.round(mean * 1000) / 1000;
}
