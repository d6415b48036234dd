import type { ErrorKind } from '../../../client/errors/kinds';
import { FAULT_NAMES, type FaultName } from './faults.mts';

/** `ok`, or the kind of the error; for a stopped execution the end of its task. */
export type Word =
	| ErrorKind
	| 'ok'
	| 'canceled'
	| 'unread'
	| 'interrupted'
	| 'ended'
	| 'keeps running'
	| 'new task';

/** The result of a fault that occurs once, and of one that occurs each time. */
export type Cell = readonly [once: Word, always: Word];

export type Row = Readonly<Record<FaultName, Cell>>;

/** Calls that change nothing or are idempotent: repeated, and reported if that doesn't help. */
export const READ: Row = {
	'connection refused': ['ok', 'unreachable'],
	'reset before it was processed': ['ok', 'no_response'],
	'reset after it was processed': ['ok', 'no_response'],
	'not processed, no response': ['ok', 'no_response'],
	'processed, no response': ['ok', 'no_response'],
	'a byte every two seconds': ['ok', 'no_response'],
	'429 without Retry-After': ['ok', 'busy'],
	'429 with Retry-After': ['ok', 'busy'],
	'500, empty': ['ok', 'service_error'],
	'204, empty': ['ok', 'unexpected_response'],
	'502, an HTML page': ['ok', 'service_error'],
	'502, an HTML page that quotes the request': ['ok', 'service_error'],
	'200, an HTML page': ['ok', 'unexpected_response'],
	'200, an HTML page that quotes the request': ['ok', 'unexpected_response'],
	'200, code for no balance': ['balance', 'balance'],
	'200, unknown code': ['ok', 'unexpected_response'],
	'401 that quotes the key': ['credential', 'credential'],
	'404, not found': ['task_not_found', 'task_not_found'],
	'half a response, then a lost connection': ['ok', 'no_response'],
	'half a response, with a matching length': ['ok', 'unexpected_response'],
	'values of wrong types': ['ok', 'ok'],
	'null data': ['ok', 'unexpected_response'],
	'task headers ignored': ['ok', 'ok'],
	'redirect to another host': ['ok', 'unexpected_response'],
	'too much JSON': ['ok', 'unexpected_response'],
};

/** Never repeated if it may have been received: then it is reported as unconfirmed. */
export const CREATE: Row = {
	...each(['unconfirmed', 'unconfirmed']),
	'connection refused': ['ok', 'unreachable'],
	'429 without Retry-After': ['ok', 'busy'],
	'429 with Retry-After': ['ok', 'busy'],
	'200, code for no balance': ['balance', 'balance'],
	'401 that quotes the key': ['credential', 'credential'],
	'404, not found': ['app_not_found', 'app_not_found'],
	// The response to the create is the result then.
	'task headers ignored': ['ok', 'ok'],
	'redirect to another host': ['unexpected_response', 'unexpected_response'],
};

/** Polled until Max Wait Time, unless the service says that this is useless. */
export const POLL: Row = {
	...each(['ok', 'timeout']),
	'200, code for no balance': ['balance', 'balance'],
	'401 that quotes the key': ['credential', 'credential'],
	'404, not found': ['ok', 'task_not_found'],
	'task headers ignored': ['ok', 'ok'],
};

/** Repeated for half a minute, whatever the response. */
export function stopRow(stopped: Word): Row {
	const worked: Cell = [stopped, stopped];
	return {
		...each([stopped, 'keeps running']),
		'reset after it was processed': worked,
		'processed, no response': worked,
		'a byte every two seconds': worked,
		'204, empty': worked,
		'half a response, then a lost connection': worked,
		'half a response, with a matching length': worked,
		'values of wrong types': worked,
		'null data': worked,
		'task headers ignored': worked,
	};
}

export const RESUME: Row = { ...each(['ok', 'timeout']), 'task headers ignored': ['ok', 'ok'] };

/** If the status can't be read, nothing tells whether a confirmed cancel has had an effect. */
export const STOP_STATUS: Row = {
	...each(['canceled', 'unread']),
	'task headers ignored': ['canceled', 'canceled'],
	'values of wrong types': ['canceled', 'keeps running'],
};

export const PUT: Row = {
	...each(['ok', 'upload']),
	'200, code for no balance': ['upload', 'upload'],
	'200, unknown code': ['upload', 'upload'],
	'404, not found': ['upload', 'upload'],
	'redirect to another host': ['upload', 'upload'],
	'task headers ignored': ['ok', 'ok'],
	// A storage responds without a body, so these have no effect.
	'204, empty': ['ok', 'ok'],
	'a byte every two seconds': ['ok', 'ok'],
	'half a response, then a lost connection': ['ok', 'ok'],
	'half a response, with a matching length': ['ok', 'ok'],
	'values of wrong types': ['ok', 'ok'],
	'null data': ['ok', 'ok'],
};

export const DOWNLOAD: Row = {
	...each(['ok', 'download']),
	'a byte every two seconds': ['ok', 'ok'],
	'404, not found': ['ok', 'download'],
	'204, empty': ['download', 'download'],
	'200, an HTML page': ['download', 'download'],
	'200, an HTML page that quotes the request': ['download', 'download'],
	'200, code for no balance': ['download', 'download'],
	'200, unknown code': ['download', 'download'],
	'401 that quotes the key': ['download', 'download'],
	'redirect to another host': ['download', 'download'],
	'too much JSON': ['download', 'download'],
	'task headers ignored': ['ok', 'ok'],
	// A file that was cut can't be distinguished from a short one.
	'half a response, with a matching length': ['ok', 'ok'],
	'values of wrong types': ['ok', 'ok'],
	'null data': ['ok', 'ok'],
};

/** Polled until it was seen to run for long enough, unless no poll shows that. */
export const OVERRUN_STATUS: Row = {
	...each(['interrupted', 'timeout']),
	'200, code for no balance': POLL['200, code for no balance'],
	'401 that quotes the key': POLL['401 that quotes the key'],
	'404, not found': ['interrupted', 'task_not_found'],
	'task headers ignored': ['interrupted', 'interrupted'],
};

function each(cell: Cell): Row {
	return Object.fromEntries(FAULT_NAMES.map((fault) => [fault, cell])) as Row;
}
