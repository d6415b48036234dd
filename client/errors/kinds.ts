import { CALL_KINDS } from './callKinds';
import type { Traits } from './kindTraits';
import { TASK_KINDS } from './taskKinds';

export type CallKind = keyof typeof CALL_KINDS;
export type TaskKind = keyof typeof TASK_KINDS;
/** One kind per thing that a user can do next. */
export type ErrorKind = CallKind | TaskKind;

const KINDS: {
	readonly [Kind in ErrorKind]: Traits & (typeof CALL_KINDS & typeof TASK_KINDS)[Kind];
} = {
	...CALL_KINDS,
	...TASK_KINDS,
};

export const ERROR_KINDS = Object.keys(KINDS) as ErrorKind[];

/** Whether waiting may help, whether the request may have been executed, whether the task is used up. */
export function traitsOf(kind: ErrorKind): Traits {
	return KINDS[kind];
}
