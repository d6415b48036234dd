import { settle, type Settled } from '../../../client/settle';
import type { Operation, TaskPlan } from '../../../emulator/index.mts';
import type { Service } from '../service.mts';
import type { Word } from './rows.mts';
import { createWork, type Work } from '../work.mts';

/** One call of an operation, in the steps that the client does around it. */
export type Call = {
	readonly on: Operation;
	/** The plan of the tasks; by default they are found at once and run for a second. */
	readonly plan?: Partial<TaskPlan>;
	/** On the virtual clock: the time limit of everything, including the last call that it waits for. */
	readonly withinMs: number;
	/** Does the steps before the call, and returns the function that makes it. */
	readonly arrange: (calm: Service) => Promise<(faulty: Service) => Promise<Ended>>;
};

export type Ended = {
	readonly result: Settled<unknown>;
	/** What the user can see elsewhere: the ledger, the log. */
	readonly visible?: unknown;
	/** In place of that of the result. */
	readonly word?: Word;
	/** A retry in the same execution. */
	readonly again?: () => Promise<unknown>;
};

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
/** Longer than anything in the matrix waits. */
export const FOR_LONG = 60 * MINUTE;

/** Four attempts of a read, with the pauses between them. */
export const READ_MS = 4 * 30 * SECOND + MINUTE + 10 * SECOND;

export async function ended(work: () => Promise<unknown>): Promise<Ended> {
	return { result: await settle(work) };
}

/** The result of one item of an execution, which can be repeated. */
export async function endedWork(work: Work, run: () => Promise<unknown>): Promise<Ended> {
	const result = await settle(run);
	const { created, notes } = work;
	return { result, visible: [work.entry(), created, notes], again: () => settle(run) };
}

/** The request ID of a new task, which the user enters. */
export async function createdOnly(calm: Service): Promise<string> {
	return (await createWork(calm).attempt()).requestId;
}
