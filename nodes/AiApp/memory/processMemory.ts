import { clock } from '../time/clock';

/** Sections that may be forgotten at any time, with their maximum number of entries. */
const SECTIONS = {
	/** The names of apps. */
	appNames: 5_000,
	/** What finished tasks of an app took and cost. */
	pastTasks: 5_000,
	/** Results of tasks that finished while others of their pause ran. */
	pausedResults: 1_000,
	/** The rate limiters of accounts, between executions. */
	rateLimiters: 5_000,
	/** When a trigger logged something. */
	triggerLog: 5_000,
	/** The pauses that were resumed. A callback is repeated for about a minute. */
	resumedPauses: 100_000,
	/** The tasks that started a workflow. A callback is repeated ten times within a minute. */
	processedTasks: 100_000,
};

type SectionName = keyof typeof SECTIONS;

/**
 * What is in use is never forgotten: otherwise, something would be paid for twice or beyond its
 * limit.
 */
type InUse =
	/** When tasks were created: one number for each task of the last hour. */
	| 'hourlyTasks'
	/** The rate limiters of executions; bounded by those that run. */
	| 'limitersInUse'
	/** What retries of an execution have created; bounded by `MOST_RETRIED_EXECUTIONS`. */
	| 'retriedExecutions'
	/** Callbacks until n8n has started their workflow; bounded by those that a trigger admits. */
	| 'startingTasks'
	/** How many callbacks each trigger works on; bounded by the triggers that work on one. */
	| 'callbacks'
	/** What calls of tools have left; bounded by what goes wrong within an hour. */
	| 'toolLedgers';

/** An execution needs a few hundred bytes of memory for each of its items. */
export const MOST_RETRIED_EXECUTIONS = 500;

const IDLE_MS = 60 * 60_000;

const inUse = new Map<InUse, Map<string, unknown>>();

/**
 * All that this process remembers, so that executions, callbacks and the editor share it. It's lost
 * with the process, and a second copy after an update of the package does no harm.
 */
export const processMemory = {
	/** A new section. Its owner keeps it, and nothing else reads it. */
	section: <Value>(name: SectionName) => createBoundedStore<Value>(SECTIONS[name]),
	/** Whoever adds a value removes it when it's no longer in use. */
	inUse<Value>(name: InUse): Map<string, Value> {
		const values = inUse.get(name) ?? new Map<string, unknown>();
		inUse.set(name, values);
		// Each name is read with the type that it was written with.
		return values as Map<string, Value>;
	},
};

/**
 * Values that a process may forget at any time. It forgets those that weren't used for an hour, and the
 * least recently used ones if they are too many. Keys are hashes, never secrets.
 */
export function createBoundedStore<Value>(maxEntries: number) {
	// Insertion order is the order of use.
	const entries = new Map<string, { value: Value; usedAt: number }>();

	function set(key: string, value: Value): void {
		entries.delete(key);
		entries.set(key, { value, usedAt: clock.now() });
		makeRoom();
	}

	function makeRoom(): void {
		for (const [key, { usedAt }] of entries) {
			if (entries.size <= maxEntries && clock.now() - usedAt <= IDLE_MS) return;
			entries.delete(key);
		}
	}

	function get(key: string): Value | undefined {
		makeRoom();
		const entry = entries.get(key);
		if (entry) set(key, entry.value);
		return entry?.value;
	}

	return { get, set };
}
