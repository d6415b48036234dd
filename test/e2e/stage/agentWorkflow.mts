import type { Credential } from '../../../scripts/n8n/credentials.mts';
import type { Rest } from '../../../scripts/n8n/rest.mts';
import type { StoredWorkflow, Workflow, WorkflowNode } from '../../../scripts/n8n/workflows.mts';

export const TOOL_NODE = 'Picture Tool';
export const AGENT_NODE = 'AI Agent';
const MODEL_NODE = 'Chat Model';
const TRIGGER_NODE = 'Start';

/** From 3 on n8n's engine runs the tools of an agent; before, the agent called them itself. */
export type AgentVersion = 2.2 | 3.1;

type AgentSetup = {
	readonly credential: Credential;
	readonly chatCredential: Credential;
	readonly agentVersion: AgentVersion;
	/** Of our node as a tool. */
	readonly tool: Pick<WorkflowNode, 'parameters' | 'retryOnFail'>;
};

/** A user asks an agent for an image; the agent has our node as its only tool. */
export function agentWorkflow(setup: AgentSetup): Workflow {
	const { agentVersion, credential, chatCredential, tool } = setup;
	const nodes = [
		node(TRIGGER_NODE, 'n8n-nodes-base.manualTrigger', 1, {}),
		node(AGENT_NODE, '@n8n/n8n-nodes-langchain.agent', agentVersion, {
			promptType: 'define',
			text: 'Please make a red picture.',
			options: { maxIterations: 6 },
		}),
		{
			...node(MODEL_NODE, '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3, {
				model: { __rl: true, mode: 'id', value: 'scripted' },
				responsesApiEnabled: false,
				options: {},
			}),
			credentials: { [chatCredential.type]: chatCredential },
		},
		{
			...node(TOOL_NODE, 'n8n-nodes-ai-app-tasks.aiAppTool', 1, {}),
			...tool,
			credentials: { [credential.type]: credential },
		},
	];
	const connections = {
		[TRIGGER_NODE]: { main: [[{ node: AGENT_NODE, type: 'main', index: 0 }]] },
		[MODEL_NODE]: {
			ai_languageModel: [[{ node: AGENT_NODE, type: 'ai_languageModel', index: 0 }]],
		},
		[TOOL_NODE]: { ai_tool: [[{ node: AGENT_NODE, type: 'ai_tool', index: 0 }]] },
	};
	return { name: `Agent ${agentVersion}`, nodes, connections, settings: { executionOrder: 'v1' } };
}

function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: WorkflowNode['parameters'],
): WorkflowNode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}

/** A workflow with the credential chosen in its chat model. */
export function withChatModel(workflow: Workflow, credential: Credential): Workflow {
	const nodes = workflow.nodes.map((each) =>
		each.type.startsWith('@n8n/n8n-nodes-langchain.lm')
			? { ...each, credentials: { [credential.type]: credential } }
			: each,
	);
	return { ...workflow, nodes };
}

/** Sends a message in the editor's chat; returns the ID of the execution that it starts. */
export async function sayInChat(
	rest: Rest,
	{ id, nodes }: StoredWorkflow,
	chatInput: string,
): Promise<string> {
	const trigger = nodes.find(({ type }) => type === '@n8n/n8n-nodes-langchain.chatTrigger');
	const item = { json: { sessionId: 'one', action: 'sendMessage', chatInput } };
	const data = {
		startTime: 0,
		executionIndex: 0,
		executionTime: 0,
		executionStatus: 'success',
		source: [],
		data: { main: [[item]] },
	};
	const { executionId } = await rest.call<{ executionId: string }>(
		'POST',
		`/rest/workflows/${id}/run`,
		{ triggerToStartFrom: { name: trigger?.name, data } },
	);
	return executionId;
}
