import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../report/results.mts';
import type { CallbacksRun } from './callbacks.mts';
import type { PollingRun } from './polling.mts';
import type { TriggerRun } from './trigger.mts';

/** Each part by itself may be measured again. */
export type QueueResults = {
	readonly polling: Part<PollingRun>;
	readonly callbacks: Part<CallbacksRun>;
	readonly trigger: Part<TriggerRun>;
};

export type Part<Run> = {
	/** ISO 8601. */
	readonly date: string;
	readonly machine: Machine;
	readonly runs: readonly Run[];
};

const FILE = join(import.meta.dirname, '../../docs/development/results/queue-mode.json');

export function readQueueResults(): QueueResults {
	return JSON.parse(readFileSync(FILE, 'utf8')) as QueueResults;
}

/** Parts that weren't measured keep their figures. */
export function saveQueueResults(measured: Partial<QueueResults>): void {
	const results = { ...readQueueResults(), ...measured };
	writeFileSync(FILE, `${JSON.stringify(results, undefined, '\t')}\n`);
}

/** What mustn't happen in a fleet that is set up as the guide says. */
export function troublesOf(results: Partial<QueueResults>): readonly string[] {
	const { polling, callbacks, trigger } = results;
	return [
		...(polling?.runs ?? []).flatMap(({ workers, executions, good, doubles }) => [
			...trouble(`${workers} worker(s): failed`, executions - good),
			...trouble(`${workers} worker(s): paid twice`, doubles),
		]),
		...byPath(callbacks?.runs).flatMap((run) => [
			...trouble('callbacks by path: never ended', run.neverEnded),
			...trouble('callbacks by path: resumed twice', run.doubleResumes),
			...trouble('callbacks by path: paid twice', run.doublePayments),
			...trouble('callbacks by path: lost', run.callbacks.lost),
		]),
		...byPath(trigger?.runs).flatMap((run) => [
			...trouble('trigger by path: not started', run.tasks - run.started),
			...trouble('trigger by path: started twice', run.doubleStarts),
		]),
	];
}

function byPath<Run extends CallbacksRun | TriggerRun>(runs: readonly Run[] = []): readonly Run[] {
	return runs.filter(({ callbacksBy }) => callbacksBy === 'path');
}

function trouble(what: string, count: number): readonly string[] {
	return count === 0 ? [] : [`${what}: ${count}`];
}
