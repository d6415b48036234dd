import { each, POLL, type Row } from './rows.mts';

/** Polled until it was seen to run for long enough, unless no poll shows that. */
export const OVERRUN_STATUS: Row = {
	...each(['interrupted', 'timeout']),
	'200, code for no balance': POLL['200, code for no balance'],
	'401 that quotes the key': POLL['401 that quotes the key'],
	'404, not found': ['interrupted', 'task_not_found'],
	'task headers ignored': ['interrupted', 'interrupted'],
};
