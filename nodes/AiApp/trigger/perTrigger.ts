import type { IWebhookFunctions } from 'n8n-workflow';
import { processMemory, type TriggerState } from '../io/processMemory';
import { clock } from '../transport/clock';

const SILENT_FOR_MS = 60_000;
/** About what a trigger takes in memory, in characters. */
const WEIGHT = 1_000;

/** What this process remembers of each trigger by itself, so that triggers don't affect each other. */
export function createPerTrigger<State>(
	name: TriggerState,
	begin: () => State,
): (ctx: IWebhookFunctions) => State {
	const states = processMemory.section<State>(name);

	return (ctx) => {
		const key = `${ctx.getWorkflow().id ?? ''}:${ctx.getNode().id}`;
		const state = states.get(key) ?? begin();
		states.set(key, state, WEIGHT);
		return state;
	};
}

const loadOf = createPerTrigger('triggerLoad', () => ({
	underWay: 0,
	working: 0,
	waiting: new Set<() => void>(),
}));
const loggedAtOf = createPerTrigger('triggerLog', () => ({ token: -Infinity, task: -Infinity }));

/**
 * Starts to process a callback at once.
 * @returns undefined, without having started, if the trigger has `most` under way
 */
export async function admitted<Result>(
	ctx: IWebhookFunctions,
	most: number,
	process: () => Promise<Result>,
): Promise<Result | undefined> {
	const load = loadOf(ctx);
	if (load.underWay >= most) return undefined;
	load.underWay += 1;
	return process().finally(() => (load.underWay -= 1));
}

/**
 * Processes `atOnce` callbacks of the trigger at a time. The newest of those that wait goes first,
 * because it has the most time left: in a flood some succeed and the service repeats the others,
 * while otherwise all would be too late.
 * @returns undefined if `limit` is aborted before the work could start
 */
export async function withSlot<Result>(
	ctx: IWebhookFunctions,
	atOnce: number,
	limit: AbortSignal,
	work: () => Promise<Result>,
): Promise<Result | undefined> {
	const load = loadOf(ctx);
	if (limit.aborted) return undefined;
	if (load.working < atOnce) load.working += 1;
	else if (!(await isPassedOn(load.waiting, limit))) return undefined;
	return work().finally(() => {
		const next = [...load.waiting].at(-1);
		if (next) next();
		else load.working -= 1;
	});
}

/** Waits for the slot of another callback; false if `limit` is aborted before. */
function isPassedOn(waiting: Set<() => void>, limit: AbortSignal): Promise<boolean> {
	return new Promise((resolve) => {
		const end = (hasSlot: boolean) => {
			waiting.delete(take);
			resolve(hasSlot);
		};
		const take = () => end(true);
		waiting.add(take);
		limit.addEventListener('abort', () => end(false), { once: true });
	});
}

/** Whether the trigger hasn't logged the same for a minute: a flood of calls doesn't flood the log. */
export function isToBeLogged(ctx: IWebhookFunctions, about: 'token' | 'task'): boolean {
	const loggedAt = loggedAtOf(ctx);
	const isQuiet = clock.now() - loggedAt[about] >= SILENT_FOR_MS;
	if (isQuiet) loggedAt[about] = clock.now();
	return isQuiet;
}
