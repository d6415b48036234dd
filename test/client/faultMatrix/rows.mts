import type { ErrorKind } from '../../../client/errors/kinds';
import { FAULT_NAMES, type FaultName } from './faults.mts';

/** `ok`, or what the user is told; of a stopped execution what became of the task. */
export type Word = ErrorKind | 'ok' | 'canceled' | 'interrupted' | 'ended' | 'goes on';

/** What a fault comes to that strikes once, and one that strikes each time. */
export type Cell = readonly [once: Word, always: Word];

export type Row = Readonly<Record<FaultName, Cell>>;

/** Calls that change nothing or are idempotent: repeated, and told when that does not help. */
export const READ: Row = {
	'connection refused': ['ok', 'unreachable'],
	'reset before it was processed': ['ok', 'no_response'],
	'reset after it was processed': ['ok', 'no_response'],
	'never processed, no answer': ['ok', 'no_response'],
	'processed, no answer': ['ok', 'no_response'],
	'a byte every two seconds': ['ok', 'no_response'],
	'429 without Retry-After': ['ok', 'busy'],
	'429 with Retry-After': ['ok', 'busy'],
	'500, empty': ['ok', 'service_error'],
	'204, empty': ['ok', 'unexpected_response'],
	'502, a page': ['ok', 'service_error'],
	'502, a page that quotes the request': ['ok', 'service_error'],
	'200, a page': ['ok', 'unexpected_response'],
	'200, a page that quotes the request': ['ok', 'unexpected_response'],
	'200, code of an empty account': ['balance', 'balance'],
	'200, code that nobody knows': ['ok', 'unexpected_response'],
	'401 that quotes the key': ['credential', 'credential'],
	'404, nothing there': ['task_not_found', 'task_not_found'],
	'half an answer, then broken off': ['ok', 'no_response'],
	'half an answer, said to be all': ['ok', 'unexpected_response'],
	'values of other types': ['ok', 'ok'],
	'null data': ['ok', 'unexpected_response'],
	'task headers ignored': ['ok', 'ok'],
	'redirect to another host': ['ok', 'unexpected_response'],
	'100 MB of JSON': ['ok', 'unexpected_response'],
};

/** Never repeated when it may have been received: then its fate is told as unknown. */
export const CREATE: Row = {
	...each(['unconfirmed', 'unconfirmed']),
	'connection refused': ['ok', 'unreachable'],
	'429 without Retry-After': ['ok', 'busy'],
	'429 with Retry-After': ['ok', 'busy'],
	'200, code of an empty account': ['balance', 'balance'],
	'401 that quotes the key': ['credential', 'credential'],
	'404, nothing there': ['app_not_found', 'app_not_found'],
	// The answer to the create is the result then.
	'task headers ignored': ['ok', 'ok'],
	'redirect to another host': ['unexpected_response', 'unexpected_response'],
};

/** Looked at until Max Wait Time, unless the service says that this is useless. */
export const POLL: Row = {
	...each(['ok', 'timeout']),
	'200, code of an empty account': ['balance', 'balance'],
	'401 that quotes the key': ['credential', 'credential'],
	'404, nothing there': ['ok', 'task_not_found'],
	'task headers ignored': ['ok', 'ok'],
};

/** Tried for half a minute, whatever is answered. */
export function stopRow(stopped: Word): Row {
	const worked: Cell = [stopped, stopped];
	return {
		...each([stopped, 'goes on']),
		'reset after it was processed': worked,
		'processed, no answer': worked,
		'a byte every two seconds': worked,
		'204, empty': worked,
		'half an answer, then broken off': worked,
		'half an answer, said to be all': worked,
		'values of other types': worked,
		'null data': worked,
		'task headers ignored': worked,
	};
}

export const WAKE: Row = { ...each(['ok', 'timeout']), 'task headers ignored': ['ok', 'ok'] };

/** A state that cannot be read: canceled on the chance that the task is queuing. */
export const STOP_LOOK: Row = each(['canceled', 'canceled']);

export const PUT: Row = {
	...each(['ok', 'upload']),
	'200, code of an empty account': ['upload', 'upload'],
	'200, code that nobody knows': ['upload', 'upload'],
	'404, nothing there': ['upload', 'upload'],
	'redirect to another host': ['upload', 'upload'],
	'task headers ignored': ['ok', 'ok'],
	// A storage answers without a body, so these strike nothing.
	'204, empty': ['ok', 'ok'],
	'a byte every two seconds': ['ok', 'ok'],
	'half an answer, then broken off': ['ok', 'ok'],
	'half an answer, said to be all': ['ok', 'ok'],
	'values of other types': ['ok', 'ok'],
	'null data': ['ok', 'ok'],
};

export const DOWNLOAD: Row = {
	...each(['ok', 'download']),
	// It takes long, but it comes.
	'a byte every two seconds': ['ok', 'ok'],
	'404, nothing there': ['ok', 'download'],
	'204, empty': ['download', 'download'],
	'200, a page': ['download', 'download'],
	'200, a page that quotes the request': ['download', 'download'],
	'200, code of an empty account': ['download', 'download'],
	'200, code that nobody knows': ['download', 'download'],
	'401 that quotes the key': ['download', 'download'],
	'redirect to another host': ['download', 'download'],
	'100 MB of JSON': ['download', 'download'],
	'task headers ignored': ['ok', 'ok'],
	// Nothing tells a file that is short from one that was made so.
	'half an answer, said to be all': ['ok', 'ok'],
	'values of other types': ['ok', 'ok'],
	'null data': ['ok', 'ok'],
};

function each(cell: Cell): Row {
	return Object.fromEntries(FAULT_NAMES.map((fault) => [fault, cell])) as Row;
}
