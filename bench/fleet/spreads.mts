import type { Configuration } from './configurations.mts';
import type { Replacement } from './variant.mts';

/** Another way to spread the creates of processes that can't talk to each other. */
export type Spread = {
	readonly says: string;
	readonly replacements: readonly Replacement[];
	/** Of the random numbers; they're the same for all others. */
	readonly firstSeed?: number;
};

const JITTER = 'full * (0.5 + random() / 2)';
const SPREAD = 'clock.random() * CREATE_SPREAD_MS';

function jitter(says: string, by: string): Spread {
	return {
		says: `pause of ${says}`,
		replacements: [{ file: 'backoff', code: JITTER, by: `full * ${by}` }],
	};
}

function limit(says: string, name: string, by: string): Spread {
	const code = new RegExp(`${name} = [\\d_]+;`);
	return { says, replacements: [{ file: 'timeLimits', code, by: `${name} = ${by};` }] };
}

export const SPREADS: readonly Spread[] = [
	{
		says: 'as shipped: pause of 0.5 to 1, from 1 s to 30 s; 100 ms after Retry-After',
		replacements: [],
	},
	{ says: 'as shipped, with other random numbers', replacements: [], firstSeed: 101 },
	jitter('1, without jitter', '1'),
	jitter('0.75 to 1', '(0.75 + random() / 4)'),
	jitter('0 to 1', 'random()'),
	jitter('0.5 to 1.5', '(0.5 + random())'),
	limit('pauses up to 5 s', 'MAX_BACKOFF_MS', '5_000'),
	limit('pauses up to 10 s', 'MAX_BACKOFF_MS', '10_000'),
	limit('pauses up to 60 s', 'MAX_BACKOFF_MS', '60_000'),
	limit('pauses from 250 ms on', 'FIRST_BACKOFF_MS', '250'),
	limit('pauses from 4 s on', 'FIRST_BACKOFF_MS', '4_000'),
	limit('no spread after Retry-After', 'CREATE_SPREAD_MS', '0'),
	limit('1 s after Retry-After', 'CREATE_SPREAD_MS', '1_000'),
	limit('10 s after Retry-After', 'CREATE_SPREAD_MS', '10_000'),
	{
		says: 'as long again after Retry-After',
		replacements: [{ file: 'congestionWindow', code: SPREAD, by: 'clock.random() * retryAfterMs' }],
	},
];

/** What each of them has to cope with. */
export const TRIALS: readonly Configuration[] = [
	{ says: '4 workers', changes: { workers: 4, executions: 500 } },
	{ says: '32 workers', changes: { workers: 32, executions: 1_000 } },
	{
		says: '32 workers, Retry-After: 2',
		changes: { workers: 32, executions: 1_000, service: { retryAfterSeconds: 2 } },
	},
];
