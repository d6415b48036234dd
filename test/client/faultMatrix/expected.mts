import { MODEL_CALLS, UPLOAD_CALLS } from './otherCalls.mts';
import {
	CREATE,
	DOWNLOAD,
	OVERRUN_STATUS,
	POLL,
	PUT,
	READ,
	stopRow,
	type Row,
	RESUME,
	STOP_STATUS,
} from './rows.mts';
import { RUN_CALLS } from './runCalls.mts';
import { STOP_CALLS } from './stopCalls.mts';
import { TASK_CALLS } from './taskCalls.mts';
import { RESUME_CALLS } from './resumeCalls.mts';

/** The calls of the matrix, in groups of the document. */
export const GROUPS = {
	'App: Run': RUN_CALLS,
	'Resuming a paused execution': RESUME_CALLS,
	'Stop of an execution, Task: Stop': STOP_CALLS,
	'Task, and its files': TASK_CALLS,
	'Files for inputs': UPLOAD_CALLS,
	Model: MODEL_CALLS,
} as const;

type Groups = typeof GROUPS;
export type CallName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

/** The whole matrix: rows for kinds of calls, and the differences of single ones. */
export const EXPECTED: Readonly<Record<CallName, Row>> = {
	'App detail': { ...READ, '404, not found': ['app_not_found', 'app_not_found'] },
	Create: CREATE,
	'Create with callback': CREATE,
	'Create, connection kept open': CREATE,
	Status: POLL,
	'Status, in a retry': {
		...READ,
		'404, not found': ['ok', 'task_not_found'],
		'values of wrong types': ['ok', 'timeout'],
	},
	Outputs: {
		...READ,
		'404, not found': ['ok', 'task_not_found'],
		'values of wrong types': ['ok', 'empty_output'],
	},
	'Max run time: status': OVERRUN_STATUS,
	'Max run time: interrupt': stopRow('interrupted'),
	'Resume: status': RESUME,
	'Resume: outputs': { ...RESUME, 'values of wrong types': ['ok', 'empty_output'] },
	'Stop: status': STOP_STATUS,
	'Stop: cancel': stopRow('canceled'),
	'Stop: interrupt': stopRow('interrupted'),
	'Get Status': READ,
	'Get Outputs': READ,
	Cancel: { ...READ, '204, empty': ['ok', 'ok'], 'null data': ['ok', 'ok'] },
	Interrupt: {
		...READ,
		'204, empty': ['ok', 'ok'],
		'null data': ['ok', 'ok'],
		'half a response, with a matching length': ['ok', 'ok'],
	},
	Download: DOWNLOAD,
	'Upload credentials': {
		...READ,
		'404, not found': ['ok', 'unexpected_response'],
		'values of wrong types': ['ok', 'unexpected_response'],
	},
	'Upload to the storage': PUT,
	'Upload commit': {
		...READ,
		'404, not found': ['upload', 'upload'],
		'null data': ['ok', 'ok'],
	},
	'Model create': { ...CREATE, '404, not found': ['input', 'input'] },
	'Model status': POLL,
};
