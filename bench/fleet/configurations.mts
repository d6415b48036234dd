import type { Changes, LimiterName } from './parameters.mts';

/** A fleet of the page, by what is different from the usual one. */
export type Configuration = {
	readonly says: string;
	readonly changes: Changes;
	/** All, if left out. */
	readonly limiters?: readonly LimiterName[];
};

/** One process, with a database in a file. */
const WITHOUT_QUEUE_MODE = {
	...{ hasWebhookProcess: false, receiveMs: 25, startMs: 45, finishMs: 25, callMs: 3 },
	...{ besideMs: 20, slotMs: 0 },
};

/** From one process to a hundred, and from a service with room to one with fewer places than processes. */
export const CONFIGURATIONS: readonly Configuration[] = [
	{
		says: '1 process without queue mode, 200 executions, 10 places, tasks of 2 s',
		changes: {
			...{ workers: 1, slots: Infinity, executions: 200 },
			service: { places: 10, taskMs: 2_000 },
			n8n: WITHOUT_QUEUE_MODE,
		},
	},
	{ says: '2 workers, 500 executions, 20 places', changes: { workers: 2 } },
	{ says: '4 workers, 500 executions, 20 places', changes: { workers: 4 } },
	{
		says: '4 workers, 500 executions, 20 places, Retry-After: 2',
		changes: { workers: 4, service: { retryAfterSeconds: 2 } },
	},
	{
		says: '4 workers, 500 executions, 20 places and a queue of 20',
		changes: { workers: 4, service: { queueLimit: 20 } },
	},
	{
		says: '4 workers, 500 executions, 20 places, cold starts',
		changes: { workers: 4, service: { durations: 'Cold starts: one in five takes 3 to 5 T' } },
	},
	{
		says: '16 workers, 1 000 executions of 5 items, 100 places',
		changes: { workers: 16, executions: 1_000, items: 5, service: { places: 100 } },
	},
	{
		says: '32 workers, 1 000 executions, 20 places',
		changes: { workers: 32, executions: 1_000 },
	},
	{
		says: '32 workers, 1 000 executions, 20 places, Retry-After: 2',
		changes: { workers: 32, executions: 1_000, service: { retryAfterSeconds: 2 } },
	},
	{
		says: '100 workers, 1 000 executions of 5 items, 500 places',
		changes: { workers: 100, executions: 1_000, items: 5, service: { places: 500 } },
	},
	{
		says: '100 workers, 2 000 executions of 50 items, 200 places',
		changes: { workers: 100, executions: 2_000, items: 50, service: { places: 200 } },
		// The others would take minutes, and say the same as with fewer tasks.
		limiters: ['process'],
	},
	{
		says: '100 workers, 2 000 executions, 20 places',
		changes: { workers: 100, executions: 2_000 },
	},
];

/** One service and one load, shared by ever more processes. */
export const SWEEP: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 100];

export const SWEPT: Changes = { executions: 1_000, service: { places: 20 } };
