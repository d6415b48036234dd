/**
 * An error response of the service. Without a code the body is the bare message, without a message
 * it is empty.
 */
export type ServiceError = {
	readonly httpStatus: number;
	readonly code?: number;
	readonly message?: string;
};

/** The service's error codes by HTTP status, with a message for each. */
const CODES: Readonly<Record<number, Readonly<Record<number, string>>>> = {
	400: {
		20015: 'invalid parameter',
		20087: 'File is too large.',
		20251: 'Third-party node not found.',
		40025: 'input_values is required.',
		40039: 'A required form field is missing.',
		60014: 'Node is deprecated.',
	},
	401: {
		20004: 'Invalid API key.',
		20052: 'Invalid API key.',
		20054: 'API key does not exist.',
		20093: 'API key has expired.',
		30008: 'Please log in.',
	},
	402: {
		20049: 'Insufficient balance.',
		20050: 'Insufficient balance.',
		20051: 'Insufficient balance.',
	},
	403: {
		20021: 'Content moderation failed.',
		30001: 'Account is disabled.',
		30019: 'Identity verification is needed.',
		30094: 'Node is offline.',
	},
	404: {
		20011: 'Record not found.',
		20224: 'App not found.',
		20230: 'Resource version not found.',
		30009: 'Task not found.',
		30046: 'Task output not found or expired.',
	},
	// The HTTP status of these is not documented.
	409: {
		20098: 'Task cannot be interrupted.',
		20100: 'Task cannot be cancelled.',
		30035: 'Task is running, interrupt it first.',
		30036: 'Task is not queued and cannot be cancelled.',
		30038: 'Task is not running and cannot be interrupted.',
		30041: 'Cancel the task first, then interrupt it.',
		30047: 'Task status has changed.',
	},
	429: {
		20094: 'API key quota is used up.',
		30039: 'Task queue is full.',
		30040: 'Too many parallel tasks.',
		50600: 'Too many requests.',
		50601: 'Too many requests per minute.',
		50602: 'Too many tokens per minute.',
		50603: 'Too many requests per day.',
		50604: 'Too many requests per hour.',
		59006: 'Third-party queue is full.',
	},
	500: {
		30101: 'Third-party service failed.',
		50502: 'Execution failed.',
		50503: 'Execution failed.',
		50507: 'Execution failed.',
		50508: 'Execution failed.',
		50510: 'Execution failed.',
		50511: 'Execution failed.',
		50515: 'Output is empty.',
		50516: 'Third-party service failed.',
		59009: 'Third-party service failed.',
		60000: 'Internal error.',
	},
	503: {
		30015: 'No node is available.',
		30016: 'No node is available.',
		30018: 'No node is available.',
		50517: 'Third-party service timed out.',
		60012: 'Service is busy.',
	},
};

/** All codes that the service is known to send. */
export const KNOWN_CODES: readonly number[] = Object.values(CODES).flatMap((messages) =>
	Object.keys(messages).map(Number),
);

/** The error with this code; 400 for a code that the service does not have. */
export function serviceError(code: number): ServiceError {
	const known = Object.entries(CODES).find(([, messages]) => code in messages);
	if (!known) return { httpStatus: 400, code, message: 'Request refused.' };
	return { httpStatus: Number(known[0]), code, message: known[1][code] };
}

export const INVALID_PARAMETER = serviceError(20015);
export const NO_INPUT_VALUES = serviceError(40025);
export const APP_NOT_FOUND = serviceError(20230);
export const TASK_NOT_FOUND = serviceError(30009);
export const TOO_MANY_TASKS = serviceError(30040);
export const RECORD_NOT_FOUND = serviceError(20011);
export const NO_TOKEN: ServiceError = { httpStatus: 401, message: 'Token cannot be empty' };
export const WRONG_TOKEN: ServiceError = { httpStatus: 401, message: 'Token is invalid' };
/** For a value of a type that its input does not accept. */
export const WRONG_TYPE: ServiceError = { httpStatus: 500 };
