import type { IWebhookFunctions } from 'n8n-workflow';
import { processMemory, type TriggerState } from '../memory/processMemory';
import { clock } from '../time/clock';

const SILENT_FOR_MS = 60_000;

/** More callbacks of one trigger at once would delay each other until they're too late. */
const MOST_AT_WORK = 3;
/** For each call that waits, n8n 2.41 keeps an expression runtime of several megabytes. */
const MOST_WAITING = 10;

/** What this process remembers of each trigger by itself, so that triggers don't affect each other. */
export function createPerTrigger<State>(
	name: TriggerState,
	begin: () => State,
): (ctx: IWebhookFunctions) => State {
	const states = processMemory.section<State>(name);

	return (ctx) => {
		const key = keyOf(ctx);
		const state = states.get(key) ?? begin();
		states.set(key, state);
		return state;
	};
}

function keyOf(ctx: IWebhookFunctions): string {
	return `${ctx.getWorkflow().id ?? ''}:${ctx.getNode().id}`;
}

/** The callbacks of a trigger that are under way. */
type Load = { atWork: number; readonly waiting: Set<() => void> };

const loads = processMemory.inUse<Load>('triggerLoads');
const loggedAtOf = createPerTrigger('triggerLog', () => ({ token: -Infinity, task: -Infinity }));

/**
 * Processes a callback when it's its turn at this trigger.
 * @returns undefined if too many wait, or if `limit` is aborted before the work could start
 */
export async function inTurn<Result>(
	ctx: IWebhookFunctions,
	limit: AbortSignal,
	work: () => Promise<Result>,
): Promise<Result | undefined> {
	const key = keyOf(ctx);
	const load = loads.get(key) ?? { atWork: 0, waiting: new Set() };
	loads.set(key, load);
	if (load.atWork < MOST_AT_WORK) load.atWork += 1;
	else if (load.waiting.size >= MOST_WAITING) return undefined;
	else if (!(await isPassedOn(load.waiting, limit))) return undefined;
	return work().finally(() => {
		const [next] = load.waiting;
		if (next) return next();
		load.atWork -= 1;
		if (load.atWork === 0) loads.delete(key);
	});
}

/** Waits for the end of another callback; false if `limit` is aborted before. */
function isPassedOn(waiting: Set<() => void>, limit: AbortSignal): Promise<boolean> {
	return new Promise((resolve) => {
		const end = (isMine: boolean) => {
			waiting.delete(take);
			resolve(isMine);
		};
		const take = () => end(true);
		waiting.add(take);
		limit.addEventListener('abort', () => end(false), { once: true });
	});
}

/**
 * Whether to log a message. A trigger logs the same one at most once a minute, so that a flood of
 * calls doesn't flood the log.
 */
export function isToBeLogged(ctx: IWebhookFunctions, about: 'token' | 'task'): boolean {
	const loggedAt = loggedAtOf(ctx);
	const isQuiet = clock.now() - loggedAt[about] >= SILENT_FOR_MS;
	if (isQuiet) loggedAt[about] = clock.now();
	return isQuiet;
}
