import { Workflow, type IDataObject, type INode, type INodeType } from 'n8n-workflow';
import type { Parameters } from '../instance.mts';

/** The trigger's node as it is stored. */
export function triggerNode(parameters: Parameters = {}): INode {
	return {
		id: 'trigger',
		name: 'AI App Trigger',
		type: 'n8n-nodes-ai-app-tasks.aiAppTrigger',
		typeVersion: 1,
		position: [0, 0],
		webhookId: 'its-webhook',
		parameters: {
			triggerOn: ['Success', 'Failed', 'Canceled'],
			resultSource: 'service',
			...parameters,
		},
		credentials: { aiAppApi: { id: '1', name: 'AI App account' } },
	};
}

/** The workflow around it, as n8n makes one for each call. */
export function triggerWorkflow(
	node: INode,
	type: Pick<INodeType, 'description' | 'webhook'>,
	id: string,
	staticData: IDataObject,
): Workflow {
	const nodeTypes = {
		getByName: () => type as INodeType,
		getByNameAndVersion: () => type as INodeType,
		getKnownTypes: () => ({}),
	};
	return new Workflow({ id, nodes: [node], connections: {}, active: true, nodeTypes, staticData });
}
