import type { WorkflowNode } from '../../../scripts/n8n/workflows.mts';

/**
 * A Code node in place of a vendor's node that can't be pointed at a server of ours. It evaluates what
 * that node would send, and returns it as `sent`, with the file of the item and what the vendor answers.
 * @param sending parameters of the node, whose expressions are evaluated
 * @param answer JavaScript of an object, which knows `sent` and may throw
 */
export function standIn(
	node: WorkflowNode,
	sending: Readonly<Record<string, unknown>>,
	answer: string,
): WorkflowNode {
	const sent = Object.entries(sending).map(([name, value]) => `${name}: ${valueOf(value)}`);
	const jsCode = `const sent = { ${sent.join(', ')} };
const answer = ${answer};
return { json: { ...answer, sent }, binary: $input.item.binary };`;
	return {
		...{ ...node, type: 'n8n-nodes-base.code', typeVersion: 2 },
		parameters: { mode: 'runOnceForEachItem', language: 'javaScript', jsCode },
	};
}

/** A parameter as JavaScript: an expression without its braces, or a value as it is. */
function valueOf(parameter: unknown): string {
	const [, expression] = /^=\{\{([^]*)\}\}$/.exec(String(parameter)) ?? [];
	return expression === undefined ? JSON.stringify(parameter) : `(${expression})`;
}
