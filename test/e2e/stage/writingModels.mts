import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { runWorkflow, waitForExecution, type Execution } from '../../../scripts/n8n/executions.mts';
import {
	createWorkflow,
	type StoredWorkflow,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { withChatModel } from './agentWorkflow.mts';
import { lastMessage, startScriptedChat, type ScriptedChat } from './scriptedChat.mts';
import { projectFolder, type TestStage } from './testStage.mts';

/** More than any of these tests asks. */
const TURNS = 50;

/** A chat model that answers each message of a user in the same way, however many come at once. */
export function startWriter(answer: (message: string) => string): Promise<ScriptedChat> {
	const turn = (request: Parameters<typeof lastMessage>[0]) => ({
		say: answer(lastMessage(request, 'user')),
	});
	return startScriptedChat(Array.from({ length: TURNS }, () => turn));
}

/** A copy of an example that writes by this model. */
export async function createWriting(
	stage: TestStage,
	{ url }: ScriptedChat,
	file: string,
	change: (node: WorkflowNode) => WorkflowNode,
): Promise<StoredWorkflow> {
	const data = { apiKey: 'none', url };
	const chat = await saveCredential(stage.rest, { name: 'Writer', type: 'openAiApi', data });
	const example = await readExample(stage, projectFolder, file);
	const workflow = withChatModel({ ...example, nodes: example.nodes.map(change) }, chat);
	return createWorkflow(stage.rest, workflow);
}

/** Runs it by its trigger, to its end. */
export async function runToEnd(stage: TestStage, workflow: StoredWorkflow): Promise<Execution> {
	const id = await runWorkflow(stage.rest, workflow);
	const execution = await waitForExecution(stage.rest, id, 120_000);
	expect(execution.error).toBeUndefined();
	return execution;
}
