import { clock } from '../transport/clock';
import { createBoundedStore, type Section } from './boundedStore';

/** May be forgotten at any time, because it can be read or learned again. */
type Forgettable =
	/** The inputs of apps, for when they can't be read. */
	| 'appForms'
	/** What finished tasks of an app took and cost. */
	| 'pastTasks'
	/** Results of tasks that finished while others of their pause ran. */
	| 'pausedResults'
	/** The rate limiters of accounts, between executions. */
	| 'rateLimiters'
	| TriggerState;

/** When a trigger logged something, and its callback settings. */
export type TriggerState = 'triggerLog' | 'triggerSettings';

/** Happened, and must not happen again. The oldest is forgotten first. */
type Done =
	/** The pauses that were resumed. A callback is repeated for about a minute. */
	| 'resumedPauses'
	/** The tasks that started a workflow. A callback is repeated ten times within a minute. */
	| 'processedTasks';

/** In use. Without it, something would be paid for twice or beyond its limit, so nothing is forgotten. */
type InUse =
	/** How many tasks accounts have created; bounded by the accounts that create some within the hour. */
	| 'hourlyTasks'
	/** The rate limiters of executions; bounded by those that run. */
	| 'limitersInUse'
	/** Callbacks until n8n has started their workflow; bounded by those that a trigger admits. */
	| 'startingTasks'
	/** How many callbacks each trigger works on; bounded by the triggers that work on one. */
	| 'triggerLoads'
	/** What calls of tools have left; bounded by what goes wrong within an hour. */
	| 'toolLedgers';

/** Belongs to an object of n8n, and ends with it. */
type OfObject =
	/** The collections of parameters that an execution has read last. */
	| 'collections'
	/** The keys of a ledger that are claimed at the moment. */
	| 'claimedKeys';

const HOUR_MS = 60 * 60_000;
/**
 * In characters: some hundred apps, each with all its inputs and choices. However many executions
 * there were, over however many apps and accounts, no more than this is kept.
 */
const MAX_CHARACTERS = 4_000_000;
/** Far more than are repeated at the same time. */
const MAX_DONE = 100_000;

const forgettable = createBoundedStore({
	maxWeight: MAX_CHARACTERS,
	idleMs: HOUR_MS,
	now: clock.now,
});
/** Those that fill it most forget their oldest, so that no trigger makes another one start twice. */
const done = createBoundedStore({ maxWeight: MAX_DONE, idleMs: Infinity, now: clock.now });
const inUse = new Map<InUse, Map<string, unknown>>();
const ofObjects = new WeakMap<object, { [Name in OfObject]?: unknown }>();

/**
 * All that this process remembers, so that executions, callbacks and the editor share it. It's lost
 * with the process, and a second copy after an update of the package does no harm.
 */
export const processMemory = {
	section: <Value>(name: Forgettable): Section<Value> => forgettable.section<Value>(name),
	done: (name: Done): Section<true> => done.section<true>(name),
	/** Its owner removes what is no longer in use. */
	inUse<Value>(name: InUse): Map<string, Value> {
		const values = inUse.get(name) ?? new Map<string, unknown>();
		inUse.set(name, values);
		// A name is read by the type that it is written by.
		return values as Map<string, Value>;
	},
	ofObject<Value extends object>(owner: object, name: OfObject, begin: () => Value): Value {
		const values = ofObjects.get(owner) ?? {};
		ofObjects.set(owner, values);
		return (values[name] ??= begin()) as Value;
	},
};
