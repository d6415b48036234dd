import type { IWebhookFunctions } from 'n8n-workflow';

/** More than are called at the same time in one n8n. */
const TRIGGERS = 100;

/**
 * What this process keeps for each trigger, so that what happens at one costs no other anything.
 * Those that were called last are kept.
 */
export function createPerTrigger<State>(begin: () => State): (ctx: IWebhookFunctions) => State {
	const states = new Map<string, State>();

	return (ctx) => {
		const key = `${ctx.getWorkflow().id ?? ''}:${ctx.getNode().id}`;
		const state = states.get(key) ?? begin();
		states.delete(key);
		states.set(key, state);
		const oldest = states.keys().next();
		if (states.size > TRIGGERS && !oldest.done) states.delete(oldest.value);
		return state;
	};
}
