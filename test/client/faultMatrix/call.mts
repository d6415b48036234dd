import { settle, type Settled } from '../../../client/settle';
import type { Operation, TaskPlan } from '../../../emulator/index.mts';
import type { Service } from '../service.mts';
import { createWork, type Work } from '../work.mts';

/** One call that a mode makes, inside of what the client does around it. */
export type Call = {
	readonly on: Operation;
	/** The course of the tasks; by default they are found at once and run for a second. */
	readonly plan?: Partial<TaskPlan>;
	/** On the virtual clock: the time limit of the whole, with the last call that it still awaits. */
	readonly withinMs: number;
	/** Does what comes before the call, and hands back what makes it. */
	readonly arrange: (calm: Service) => Promise<(struck: Service) => Promise<Ended>>;
};

export type Ended = {
	readonly result: Settled<unknown>;
	/** What the user finds elsewhere: the ledger, the log. */
	readonly told?: unknown;
	/** Another try of the same execution. */
	readonly again?: () => Promise<unknown>;
};

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
/** Longer than anything in the matrix waits. */
export const FOR_LONG = 60 * MINUTE;

/** Four tries of a read, with the pauses between them. */
export const READ_MS = 4 * 30 * SECOND + MINUTE + 10 * SECOND;

export async function ended(work: () => Promise<unknown>): Promise<Ended> {
	return { result: await settle(work) };
}

/** How a piece of work of one execution ended, which can be tried again. */
export async function endedWork(work: Work, run: () => Promise<unknown>): Promise<Ended> {
	const result = await settle(run);
	const { created, notes } = work;
	return { result, told: [work.entry(), created, notes], again: () => settle(run) };
}

/** The id of a new task, which the user brings along. */
export async function createdOnly(calm: Service): Promise<string> {
	return (await createWork(calm).attempt()).requestId;
}
