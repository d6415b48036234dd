import type { Credential } from '../../../scripts/n8n/credentials.mts';
import type { WorkflowNode } from '../../../scripts/n8n/workflows.mts';
import type { TestStage } from './testStage.mts';

/** A tool of an agent: our node, with no workflow around it. */
export type AgentTool = {
	/** As the model sees it. */
	readonly name: string;
	readonly parameters: WorkflowNode['parameters'];
};

export type FirstClassAgent = {
	/** Its routes in n8n's REST interface. */
	readonly path: string;
	/** What n8n has stored of it. */
	readonly config: unknown;
};

/** What n8n sends while the agent works on a message. */
export type AgentEvent = { readonly type: string; readonly [key: string]: unknown };

type AgentSetup = {
	readonly credential: Credential;
	readonly chatCredential: Credential;
	readonly tools: readonly AgentTool[];
};

/** One of n8n's first-class Agents, as its own page stores them; it needs not be published. */
export async function createAgent(
	{ rest }: Pick<TestStage, 'rest'>,
	{ credential, chatCredential, tools }: AgentSetup,
): Promise<FirstClassAgent> {
	const { id: project } = await rest.call<{ readonly id: string }>(
		'GET',
		'/rest/projects/personal',
	);
	const all = `/rest/projects/${project}/agents/v2`;
	const name = 'Painter';
	const { id, configHash } = await rest.call<{
		readonly id: string;
		readonly configHash: string;
	}>('POST', all, { name });
	const { id: credentialId, name: credentialName, type } = credential;
	const config = {
		name,
		model: 'openai/scripted',
		credential: chatCredential.id,
		instructions: 'You generate images.',
		tools: tools.map((tool) => ({
			type: 'node',
			name: tool.name,
			description: 'Runs an app.',
			node: {
				nodeType: 'n8n-nodes-ai-app-tasks.aiApp',
				nodeTypeVersion: 1,
				nodeParameters: tool.parameters,
				credentials: { [type]: { id: credentialId, name: credentialName } },
			},
		})),
	};
	const path = `${all}/${id}`;
	await rest.call('PUT', `${path}/config`, { config, baseConfigHash: configHash });
	return { path, config: await rest.call('GET', `${path}/config`) };
}

/**
 * Sends a message in the chat of an agent's page, and waits for all that n8n sends.
 * @param signal closes the page
 */
export async function sayToAgent(
	{ n8n, rest, keep }: Pick<TestStage, 'keep' | 'n8n' | 'rest'>,
	{ path }: FirstClassAgent,
	signal?: AbortSignal,
): Promise<readonly AgentEvent[]> {
	const { authCookie, browserId } = rest.session();
	const response = await fetch(`${n8n.url}${path}/chat`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'browser-id': browserId,
			cookie: `n8n-auth=${authCookie}`,
		},
		body: JSON.stringify({ message: 'Please make a red picture.' }),
		...(signal && { signal }),
	});
	const stream = await response.text();
	keep('the stream of the agent', stream);
	const lines = stream.split('\n').filter((line) => line.startsWith('data: '));
	return lines.map((line) => JSON.parse(line.slice('data: '.length)) as AgentEvent);
}
