import { kindOf, type ErrorKind } from './kinds';
import { endingWithMoney, MAY_BE_CHARGED } from './money';

/**
 * What is known of the task when something goes wrong. `taskEnded`: it ended with Success.
 * `taskGiven`: only the ID that an operation got, which creates no task.
 */
export type Phase = 'beforeCreate' | 'taskGiven' | 'taskKnown' | 'taskEnded';

/** Whose task it is: models have operations and options of their own. */
export type TaskOf = 'app' | 'model';

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
	const { advice, afterCreate, ofModel = advice, money } = kindOf(kind);
	if (afterCreate === undefined)
		return endingWithMoney(`${own ?? (of === 'model' ? ofModel : advice)} ${more}`, money);
	if (phase === 'beforeCreate') return endingWithMoney(`${own ?? advice} ${more}`, money);
	return endingWithMoney(`${own ?? afterCreate} ${READ[of][phase]} ${more} ${MAY_BE_CHARGED}`);
}
