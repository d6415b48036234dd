import type { IExecuteFunctions, INode } from 'n8n-workflow';

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
