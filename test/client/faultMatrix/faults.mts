import type { FaultEffect, Operation } from '../../../emulator/index.mts';
import { ACCOUNT_READS } from '../accountReads.mts';
import type { Change } from './requestChanges.mts';

/** What can happen to a call: done to its request, or by the emulator. */
export type Strike = FaultEffect | Change;

/** What faults quote and point to: the key of the account, and the address of another host. */
type Surroundings = { readonly apiKey: string; readonly elsewhere: string };

type Maker = (around: Surroundings, on: Operation) => Strike;

const HUNDRED_MB = 100 * 1024 ** 2;

/** The codes that the service has for something that is not there. */
const NOT_FOUND: Partial<Record<Operation, number>> = {
	detail: 20230,
	...Object.fromEntries(ACCOUNT_READS.map((read) => [read, 20011])),
};

/** The rows of the matrix. */
export const FAULTS = {
	'connection refused': () => 'unreachable',
	'reset before it was processed': () => ({ type: 'reset', when: 'before' }),
	'reset after it was processed': () => ({ type: 'reset', when: 'after' }),
	'never processed, no answer': () => ({ type: 'hang' }),
	'processed, no answer': () => ({ type: 'hang', when: 'after' }),
	'a byte every two seconds': () => ({ type: 'drip', everyMs: 2_000 }),
	'429 without Retry-After': () => ({ type: 'answer', status: 429 }),
	'429 with Retry-After': () => ({
		type: 'answer',
		status: 429,
		headers: { 'retry-after': '20' },
	}),
	'500, empty': () => ({ type: 'answer', status: 500, body: '' }),
	'204, empty': () => ({ type: 'processThenAnswer', status: 204, body: '' }),
	'502, a page': () => ({ type: 'html', status: 502 }),
	'502, a page that quotes the request': () => ({ type: 'echo', status: 502 }),
	'200, a page': () => ({ type: 'html', status: 200 }),
	'200, a page that quotes the request': () => ({ type: 'echo', status: 200 }),
	'200, code of an empty account': () => ({
		type: 'answer',
		status: 200,
		body: { code: 20049, message: 'Insufficient balance', data: null },
	}),
	'200, code that nobody knows': () => ({
		type: 'answer',
		status: 200,
		body: { code: 99_999, message: 'Odd', data: null },
	}),
	'401 that quotes the key': ({ apiKey }) => ({
		type: 'answer',
		status: 401,
		body: { code: '20052', message: `The key ${apiKey} is not valid` },
	}),
	'404, nothing there': (_, on) => ({ type: 'refuse', code: NOT_FOUND[on] ?? 30009 }),
	'half an answer, then broken off': () => ({ type: 'truncate' }),
	'half an answer, said to be all': () => ({ type: 'truncate', claimsWhole: true }),
	'values of other types': () => ({ type: 'distort', to: 'otherTypes' }),
	'null data': () => ({ type: 'distort', to: 'nulls' }),
	'task headers ignored': () => 'headersIgnored',
	'redirect to another host': ({ elsewhere }) => ({ type: 'redirect', to: `${elsewhere}/x` }),
	'100 MB of JSON': () => ({ type: 'bytes', count: HUNDRED_MB }),
} as const satisfies Record<string, Maker>;

export type FaultName = keyof typeof FAULTS;

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

export function strikeOf(name: FaultName, around: Surroundings, on: Operation): Strike {
	return (FAULTS[name] as Maker)(around, on);
}
