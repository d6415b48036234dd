import { CALL_KINDS } from './callKinds';
import type { CallKind, ErrorKind } from './kinds';
import { TASK_KINDS } from './taskKinds';

/** What is known of the task when something goes wrong; `taskEnded`: in Success. */
export type Phase = 'beforeCreate' | 'taskKnown' | 'taskEnded';

/** Whose task it is: models have operations and options of their own. */
export type TaskOf = 'app' | 'model';

/** Where a task of a model has no such inputs, options or operations. */
const MODEL_ADVICE: Partial<Record<ErrorKind, string>> = {
	failed: 'Check the parameters of the model.',
	timeout:
		'Raise Max Wait Time in the options, or fetch the result later with Model: Get Task. The task goes on and may be charged.',
};

/** How the result of a task is read that is there already. */
const READ = {
	app: {
		taskKnown:
			'The task exists and may be charged, so do not run the app again for it. Read it later with Task: Get Status and Task: Get Outputs.',
		taskEnded:
			'The task has ended and is charged. Its result stays at the service until it expires: fetch it with Task: Get Outputs.',
	},
	model: {
		taskKnown:
			'The task exists and may be charged, so do not run the model again for it. Read it later with Model: Get Task.',
		taskEnded:
			'The task has ended and is charged. Its result stays at the service until it expires: fetch it with Model: Get Task.',
	},
} as const;

/**
 * The words for what a user can do next, by what is known of the task: after a create is known none
 * of them denies the charge, or suggests to pay for another task where this one can still be read.
 * @param own words that fit this error better than those of its kind
 */
export function adviceFor(kind: ErrorKind, phase: Phase, of: TaskOf, own?: string): string {
	if (!isCallKind(kind))
		return own ?? ((of === 'model' && MODEL_ADVICE[kind]) || TASK_KINDS[kind].advice);
	const words = CALL_KINDS[kind];
	if (phase === 'beforeCreate') return own ?? words.beforeCreate;
	return `${own ?? words.afterCreate} ${READ[of][phase]}`;
}

function isCallKind(kind: ErrorKind): kind is CallKind {
	return kind in CALL_KINDS;
}
