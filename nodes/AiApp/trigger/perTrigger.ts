import type { IWebhookFunctions } from 'n8n-workflow';
import { dropOldest } from '../../../client/index';

/** More than are called at the same time on one n8n instance. */
const MAX_TRIGGERS = 100;

/**
 * What this process keeps for each trigger, so that triggers don't affect each other. The triggers
 * that were called last are kept.
 */
export function createPerTrigger<State>(begin: () => State): (ctx: IWebhookFunctions) => State {
	const states = new Map<string, State>();

	return (ctx) => {
		const key = `${ctx.getWorkflow().id ?? ''}:${ctx.getNode().id}`;
		const state = states.get(key) ?? begin();
		states.delete(key);
		states.set(key, state);
		dropOldest(states, MAX_TRIGGERS);
		return state;
	};
}
