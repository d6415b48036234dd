import { each, POLL, type Row } from './rows.mts';

/** Polled until it was seen to run for long enough, unless no poll shows that. */
export const OVERRUN_STATUS: Row = {
	...each(['interrupted', 'timeout']),
	'200, code for no balance': POLL['200, code for no balance'],
	'401 that quotes the key': POLL['401 that quotes the key'],
	'404, not found': ['interrupted', 'task_not_found'],
	'task headers ignored': ['interrupted', 'interrupted'],
};

/** Repeated; reused only if the service confirms that the result still exists. */
export const REUSE_OUTPUTS: Row = {
	...each(['ok', 'new task']),
	'200, code for no balance': ['new task', 'new task'],
	'401 that quotes the key': ['new task', 'new task'],
	'task headers ignored': ['ok', 'ok'],
};

/** As the outputs, but the finished task that isn't found, or isn't readable, is given up at once. */
export const REUSE_STATUS: Row = {
	...REUSE_OUTPUTS,
	'404, not found': ['new task', 'new task'],
	'values of wrong types': ['new task', 'new task'],
};
