import type { IWebhookFunctions } from 'n8n-workflow';
import { processMemory } from '../memory/processMemory';
import { clock } from '../time/clock';

const SILENT_FOR_MS = 60_000;

/** More callbacks of one trigger at once would delay each other until they're too late. */
const MOST_AT_ONCE = 10;

/** What this process remembers of each trigger by itself, so that triggers don't affect each other. */
const atOnce = processMemory.inUse<number>('callbacks');
const loggedAt = processMemory.section<number>('triggerLog');

function keyOf(ctx: IWebhookFunctions): string {
	return `${ctx.getWorkflow().id ?? ''}:${ctx.getNode().id}`;
}

/** Processes a callback. Undefined if this trigger has too many others at work. */
export async function unlessBusy<Result>(
	ctx: IWebhookFunctions,
	work: () => Promise<Result>,
): Promise<Result | undefined> {
	const key = keyOf(ctx);
	const others = atOnce.get(key) ?? 0;
	if (others >= MOST_AT_ONCE) return undefined;
	atOnce.set(key, others + 1);
	return work().finally(() => {
		const left = (atOnce.get(key) ?? 0) - 1;
		if (left > 0) atOnce.set(key, left);
		else atOnce.delete(key);
	});
}

/**
 * Whether to log a message. A trigger logs the same one at most once a minute, so that a flood of
 * calls doesn't flood the log.
 */
export function isToBeLogged(ctx: IWebhookFunctions, about: 'token' | 'task'): boolean {
	const key = `${about}:${keyOf(ctx)}`;
	const isQuiet = clock.now() - (loggedAt.get(key) ?? -Infinity) >= SILENT_FOR_MS;
	if (isQuiet) loggedAt.set(key, clock.now());
	return isQuiet;
}
