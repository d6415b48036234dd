import { CALL_KINDS } from './callKinds';
import type { CallKind, ErrorKind } from './kinds';
import type { CallKindRow, TaskKindRow } from './kindTraits';
import { endingWithMoney, MAY_BE_CHARGED } from './money';
import { TASK_KINDS } from './taskKinds';

/**
 * What is known of the task when something goes wrong; `taskEnded`: in Success. `taskGiven`: only the
 * ID that an operation got, which creates no task.
 */
export type Phase = 'beforeCreate' | 'taskGiven' | 'taskKnown' | 'taskEnded';

/** Whose task it is: models have operations and options of their own. */
export type TaskOf = 'app' | 'model';

/** Where a task of a model has no such inputs, options or operations. */
const MODEL_ADVICE: Partial<Record<ErrorKind, string>> = {
	download: 'The result is available until it expires. Get it with Model: Get Task.',
	empty_output: 'Get the outputs later with Model: Get Task.',
	expired:
		"Result files are kept for a limited time and can't be recovered. Run the model again to create new ones.",
	failed: 'Check the parameters of the model.',
	output_failed: 'None of the outputs can be used. Check the parameters of the model.',
	timeout:
		"The task continues at the service. Get the result later with Model: Get Task, or raise 'Max Wait Time' under 'Limits'.",
};

const TRY_AGAIN = 'You can try again, which creates no task.';

/** How to get the result of a task that exists already. */
const READ = {
	app: {
		taskGiven: TRY_AGAIN,
		taskKnown:
			"The task exists, so don't run the app again for it. Get its result later with Task: Wait for Completion.",
		taskEnded: 'The task is finished. Get its result with Task: Get Outputs before it expires.',
	},
	model: {
		taskGiven: TRY_AGAIN,
		taskKnown:
			"The task exists, so don't run the model again for it. Get its result later with Model: Get Task.",
		taskEnded: 'The task is finished. Get its result with Model: Get Task before it expires.',
	},
} as const;

/**
 * What a user can do next, by what is known of the task: once a task is known, no text denies the
 * charge, or suggests to pay for another task where this one can still be read.
 * @param own words that fit this error better than those of its kind
 * @param more what to do besides
 */
export function adviceFor(
	kind: ErrorKind,
	phase: Phase,
	of: TaskOf,
	own?: string,
	more = '',
): string {
	if (!isCallKind(kind)) {
		const { advice, money }: TaskKindRow = TASK_KINDS[kind];
		const words = own ?? ((of === 'model' && MODEL_ADVICE[kind]) || advice);
		return endingWithMoney(`${words} ${more}`, money);
	}
	const { beforeCreate, afterCreate, money }: CallKindRow = CALL_KINDS[kind];
	if (phase === 'beforeCreate') return endingWithMoney(`${own ?? beforeCreate} ${more}`, money);
	return endingWithMoney(`${own ?? afterCreate} ${READ[of][phase]} ${more} ${MAY_BE_CHARGED}`);
}

function isCallKind(kind: ErrorKind): kind is CallKind {
	return kind in CALL_KINDS;
}
