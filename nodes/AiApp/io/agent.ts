import type { IExecuteFunctions, INode } from 'n8n-workflow';
import {
	agentAdvice,
	endingWithMoney,
	MAY_BE_CHARGED,
	moneyIn,
	say,
	type AiAppError,
} from '../../../client/index';

/** Whether an AI agent uses the node: n8n gives its tool variant a type name of its own. */
export function isToolNode({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/**
 * Whether the agent itself calls the node, as agents before version 3 do. A thrown error reaches
 * their model as an empty text. Older versions of n8n don't provide this.
 */
export function isCalledByAgent(ctx: IExecuteFunctions): boolean {
	return (ctx as Partial<IExecuteFunctions>).isToolExecution?.() === true;
}

/**
 * The text for an agent: it gets only one, and acts by it. What people do in panels is left out, but
 * neither a task nor a charge.
 */
export function wordsForAgent(error: AiAppError): string {
	const { message, advice, details } = error;
	const { requestId, earlierIds = [], otherIds = [] } = details;
	const ids = [...earlierIds, ...otherIds];
	const what = `${message.replace(/\.$/, '')}. ${agentAdvice(error)}`;
	const ofTask = requestId && !message.includes(requestId) ? say`Request ID: ${requestId}.` : '';
	const ofOthers = ids.length > 0 ? say`Request IDs of other tasks: ${ids}.` : '';
	const money = moneyIn(advice);
	// A model would take it for the price of its next call, which is free.
	const isOfTask = details.createsNoTask && money === MAY_BE_CHARGED;
	return endingWithMoney(`${what} ${ofTask} ${ofOthers}`, isOfTask ? '' : money);
}
