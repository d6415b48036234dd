import './engine.mts';
import { ExecuteContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeExecutionData,
	IRunExecutionData,
} from 'n8n-workflow';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { useBinaryFolder } from './binaryStore.mts';
import { additionalData, nodeWith, workflowOf, type Parameters } from './instance.mts';

export type Call = {
	readonly credential: ICredentialDataDecryptedObject;
	readonly parameters: Parameters;
	/** What the calls of one execution share. */
	readonly data: IRunExecutionData;
	readonly item?: INodeExecutionData;
	/** Counted up by n8n with each call of a tool. */
	readonly run?: number;
	readonly type?: string;
	/** n8n's first-class Agents run tools outside of executions. */
	readonly executionId?: string | undefined;
	/** What differs from the node of the other calls. */
	readonly node?: Partial<Pick<INode, 'id' | 'name' | 'onError'>>;
	/** Undefined where there's no workflow. */
	readonly workflowId?: string | undefined;
};

/** Calls the node itself, without an engine around it, as agents do. */
export async function callNode(call: Call): Promise<INodeExecutionData[]> {
	await useBinaryFolder();
	const type = call.type ?? 'n8n-nodes-ai-app-tasks.aiAppTool';
	const node = { ...nodeWith(call.parameters), type, ...call.node };
	const { executionId } = call;
	const items = [call.item ?? { json: {} }];
	const workflow = workflowOf(node);
	if ('workflowId' in call) workflow.id = call.workflowId as string;
	const context = new ExecuteContext(
		workflow,
		node,
		{ ...additionalData(call.credential, node), executionId },
		'internal',
		call.data,
		call.run ?? 0,
		items,
		{ main: [items] },
		{ node, data: { main: [items] }, source: null },
		[],
	);
	const [output] = await new AiApp().execute.call(context);
	return output ?? [];
}
