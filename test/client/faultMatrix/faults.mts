import type { FaultEffect, Operation } from '../../../emulator/index.mts';
import type { Change } from './requestChanges.mts';

/** What can happen to a call: a change of its request, or a fault of the emulator. */
export type Injected = FaultEffect | Change;

/** What faults quote and point to: the key of the account, and the URL of another host. */
type Surroundings = { readonly apiKey: string; readonly elsewhere: string };

type Maker = (around: Surroundings, on: Operation) => Injected;

/** More than is read of a record (`rig.mts`). */
const TOO_MUCH = 80 * 1024;

/** The codes of the service for something that doesn't exist. */
const NOT_FOUND: Partial<Record<Operation, number>> = { detail: 20230 };

/** The rows of the matrix. */
export const FAULTS = {
	'connection refused': () => 'unreachable',
	'reset before it was processed': () => ({ type: 'reset', when: 'before' }),
	'reset after it was processed': () => ({ type: 'reset', when: 'after' }),
	'not processed, no response': () => ({ type: 'hang' }),
	'processed, no response': () => ({ type: 'hang', when: 'after' }),
	'a byte every two seconds': () => ({ type: 'drip', everyMs: 2_000 }),
	'429 without Retry-After': () => ({ type: 'answer', status: 429 }),
	'429 with Retry-After': () => ({
		type: 'answer',
		status: 429,
		headers: { 'retry-after': '20' },
	}),
	'500, empty': () => ({ type: 'answer', status: 500, body: '' }),
	'204, empty': () => ({ type: 'processThenAnswer', status: 204, body: '' }),
	'502, an HTML page': () => ({ type: 'html', status: 502 }),
	'502, an HTML page that quotes the request': () => ({ type: 'echo', status: 502 }),
	'200, an HTML page': () => ({ type: 'html', status: 200 }),
	'200, an HTML page that quotes the request': () => ({ type: 'echo', status: 200 }),
	'200, code for no balance': () => ({
		type: 'answer',
		status: 200,
		body: { code: 20049, message: 'Insufficient balance', data: null },
	}),
	'200, unknown code': () => ({
		type: 'answer',
		status: 200,
		body: { code: 99_999, message: 'Odd', data: null },
	}),
	'401 that quotes the key': ({ apiKey }) => ({
		type: 'answer',
		status: 401,
		body: { code: '20052', message: `The key ${apiKey} is not valid` },
	}),
	'404, not found': (_, on) => ({ type: 'refuse', code: NOT_FOUND[on] ?? 30009 }),
	'half a response, then a lost connection': () => ({ type: 'truncate' }),
	'half a response, with a matching length': () => ({ type: 'truncate', claimsWhole: true }),
	'values of wrong types': () => ({ type: 'distort', to: 'otherTypes' }),
	'null data': () => ({ type: 'distort', to: 'nulls' }),
	'task headers ignored': () => 'headersIgnored',
	'redirect to another host': ({ elsewhere }) => ({ type: 'redirect', to: `${elsewhere}/x` }),
	'too much JSON': () => ({ type: 'bytes', count: TOO_MUCH }),
} as const satisfies Record<string, Maker>;

export type FaultName = keyof typeof FAULTS;

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

export function faultOf(name: FaultName, around: Surroundings, on: Operation): Injected {
	return (FAULTS[name] as Maker)(around, on);
}
