import type { Browser } from 'playwright-core';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { itemsOf, runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { createWorkflow, type Workflow } from '../../../scripts/n8n/workflows.mts';
import { AGENT_NODE, agentWorkflow, TOOL_NODE } from '../stage/agentWorkflow.mts';
import { APPROVER, click, nextMail, showMail, smtpCredential } from '../stage/approvals.mts';
import { openChromium } from '../stage/chromium.mts';
import { startMailServer, type MailServer } from '../stage/mailServer.mts';
import { ended } from '../stage/pausing.mts';
import { lastMessage, startScriptedChat, type ScriptedChat } from '../stage/scriptedChat.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';

const PROMPT = '6:CLIPTextEncode.text';
const REVIEW_NODE = 'Human Review';

let stage: TestStage;
let mailServer: MailServer;
let browser: Browser;
let chat: ScriptedChat;

beforeAll(async () => {
	[stage, mailServer, browser] = await Promise.all([
		openTestStage(),
		startMailServer(),
		openChromium(),
	]);
});

beforeEach(() => stage.emulator.reset());
afterEach(() => chat?.close());
afterAll(async () => {
	await browser?.close();
	await stage?.close();
	await mailServer?.close();
});

/** An agent calls the tool once. Returns the email that asks for a review, and the execution. */
async function callTool() {
	chat = await startScriptedChat([
		() => ({ call: { toolParameters: { prompt: 'A red fox' }, hitlParameters: {} } }),
		(request) => ({ say: `The tool replied: ${lastMessage(request, 'tool')}` }),
	]);
	const data = { apiKey: 'none', url: chat.url };
	const draft = { name: 'Scripted chat', type: 'openAiApi', data };
	const chatCredential = await saveCredential(stage.rest, draft);
	const tool = { parameters: toolParameters() };
	const setup = { credential: stage.credential, chatCredential, agentVersion: 3.1, tool } as const;
	const smtp = await smtpCredential(stage, mailServer);
	const workflow = await createWorkflow(stage.rest, withReview(agentWorkflow(setup), smtp));
	const before = [...mailServer.mails];

	const id = await runWorkflow(stage.rest, workflow);
	const mail = await nextMail(mailServer, APPROVER, before);
	expect((await waitForExecution(stage.rest, id, 60_000)).status).toBe('waiting');
	expect(stage.emulator.tasks()).toEqual([]);
	return { id, shown: await showMail(browser, mail) };
}

function toolParameters() {
	const value = "={{ $fromAI('prompt', 'What to paint', 'string') }}";
	return {
		resource: 'app',
		operation: 'run',
		appId: { __rl: true, mode: 'id', value: '54663' },
		specifyInputs: 'fields',
		inputs: { mappingMode: 'defineBelow', value: {}, matchingColumns: [], schema: [] },
		overrideInputs: { values: [{ key: PROMPT, value }] },
		waitMode: 'poll',
		options: {},
	};
}

/** The agent with n8n's human review between it and its tool. */
function withReview(workflow: Workflow, smtp: { readonly id: string; readonly name: string }) {
	const review = {
		id: REVIEW_NODE,
		name: REVIEW_NODE,
		type: 'n8n-nodes-base.emailSendHitlTool',
		typeVersion: 2.1,
		position: [0, 0] as const,
		webhookId: 'human-review',
		credentials: { smtp },
		parameters: {
			fromEmail: 'n8n@example.com',
			toEmail: APPROVER,
			subject: 'Review a tool call',
			message: '=The agent wants to run {{ $tool.name }}: {{ JSON.stringify($tool.parameters) }}',
			approvalOptions: { values: { approvalType: 'double' } },
			options: { appendAttribution: false },
		},
	};
	const to = (node: string) => ({ ai_tool: [[{ node, type: 'ai_tool', index: 0 }]] });
	const rewired = { [TOOL_NODE]: to(REVIEW_NODE), [REVIEW_NODE]: to(AGENT_NODE) };
	const connections = { ...workflow.connections, ...rewired };
	return { ...workflow, nodes: [...workflow.nodes, review], connections };
}

test('a tool call that a person approves creates one task, with the values of the email', async () => {
	const { id, shown } = await callTool();
	expect(shown.lines.join('\n')).toContain('"prompt":"A red fox"');

	await click(browser, shown.links['Approve']);

	const execution = await ended(stage, id);
	expect(execution.error).toBeUndefined();
	const [task, ...others] = stage.emulator.tasks();
	expect(others).toEqual([]);
	expect(task?.inputValues).toEqual({ [PROMPT]: 'A red fox' });
	const [answer] = itemsOf(execution, AGENT_NODE);
	expect(answer?.json['output']).toContain(task?.requestId);
	expect(answer?.json['output']).toContain(`${stage.emulator.storageUrl}/outputs/`);
});

test('a tool call that a person declines creates nothing, and the model is told', async () => {
	const { id, shown } = await callTool();

	await click(browser, shown.links['Decline']);

	const execution = await ended(stage, id);
	expect(execution.error).toBeUndefined();
	expect(lastMessage(chat.requests[1], 'tool')).toContain('rejected the tool call');
	expect(stage.emulator.tasks()).toEqual([]);
});
