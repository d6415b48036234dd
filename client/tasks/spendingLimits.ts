import { AiAppError } from '../errors/AiAppError';
import { counted, say, secondsText } from '../parsing/say';
import type { SpendingLimits } from '../ports/index';

/** What the runs of a node have spent in this execution. */
export type Spent = { readonly tasks: number; readonly billedSeconds: number };

/**
 * Requires room for one more task. How long a single task may run is watched while it is waited for
 * (tasks/wait). Running tasks count only with the seconds seen so far, so the rest comes on top.
 * @throws AiAppError kind `budget` with what was spent
 */
export function requireRoom(
	spent: Spent,
	{ maxTasks = Infinity, maxBilledSeconds = Infinity }: SpendingLimits,
): void {
	if (spent.tasks >= maxTasks)
		throw limitReached('maxTasks', `${counted(maxTasks, 'task')} per execution`);
	if (spent.billedSeconds >= maxBilledSeconds)
		throw limitReached('maxBilledSeconds', `${secondsText(maxBilledSeconds)} per execution`);
}

/**
 * Requires room for one of several tasks, before the first of them is created.
 * @param ahead how many tasks come before it
 * @param all how many tasks the node is to create
 * @throws AiAppError kind `budget` if the limit would be reached before its turn
 */
export function requireRoomAhead(
	spent: Spent,
	{ maxTasks = Infinity }: SpendingLimits,
	ahead: number,
	all: number,
): void {
	if (spent.tasks + ahead < maxTasks) return;
	throw new AiAppError(
		'budget',
		say`${counted(spent.tasks + all, 'task')} would exceed the limit of ${maxTasks} per execution`,
		{ reason: 'maxTasksAhead', cost: 'free' },
	);
}

/** @throws AiAppError kind `budget` if the account has reached the limit within the last hour */
export function requireRoomThisHour(tasks: number, maxTasksPerHour: number): void {
	if (tasks >= maxTasksPerHour)
		throw limitReached('maxTasksPerHour', `${counted(maxTasksPerHour, 'task')} per hour`);
}

function limitReached(
	reason: 'maxBilledSeconds' | 'maxTasks' | 'maxTasksPerHour',
	limit: string,
): AiAppError {
	return new AiAppError('budget', say`The limit of ${limit} is reached`, { reason, cost: 'free' });
}
