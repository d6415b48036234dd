import { saveCredential, type Credential } from '../../../scripts/n8n/credentials.mts';
import {
	itemsOf,
	runWorkflow,
	waitForExecution,
	type Execution,
} from '../../../scripts/n8n/executions.mts';
import { createWorkflow, type WorkflowNode } from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import {
	AGENT_NODE,
	agentWorkflow,
	sayInChat,
	TOOL_NODE,
	withChatModel,
	type AgentVersion,
} from '../stage/agentWorkflow.mts';
import {
	lastMessage,
	startScriptedChat,
	type ChatTurn,
	type ScriptedChat,
} from '../stage/scriptedChat.mts';
import { openTestStage, projectFolder, type TestStage } from '../stage/testStage.mts';

const ODD_KEYS_APP = 57001;
const AGENT_VERSIONS: readonly AgentVersion[] = [2.2, 3.1];
const GOOD_CALL = { input: '中文标签', value: '绿', strength: 0.5 };

let stage: TestStage;
let chat: ScriptedChat;

beforeAll(async () => {
	stage = await openTestStage();
});

beforeEach(() => stage.emulator.reset());
afterEach(() => chat?.close());
afterAll(() => stage?.close());

async function runAgent(
	agentVersion: AgentVersion,
	turns: readonly ChatTurn[],
	settings: Pick<WorkflowNode, 'retryOnFail'> = {},
): Promise<Execution> {
	const { credential, rest } = stage;
	const chatCredential = await openChat(turns);
	const tool = { ...settings, parameters: toolParameters() };
	const workflow = agentWorkflow({ credential, chatCredential, agentVersion, tool });
	const id = await runWorkflow(rest, await createWorkflow(rest, workflow));
	return waitForExecution(rest, id, 120_000);
}

/** Starts a chat model of that script; returns the credential that leads to it. */
async function openChat(turns: readonly ChatTurn[]): Promise<Credential> {
	chat = await startScriptedChat(turns);
	const data = { apiKey: 'none', url: chat.url };
	return saveCredential(stage.rest, { name: 'Scripted chat', type: 'openAiApi', data });
}

/** The model picks an input by its label and sets it; the strength it sets in any case. */
function toolParameters(): WorkflowNode['parameters'] {
	const input = "={{ $fromAI('input', '要设置的输入，例如 中文标签', 'string') }}";
	const value = "={{ $fromAI('value', '所选输入的值', 'string') }}";
	const strength = "={{ $fromAI('strength', '强度，0 到 1', 'number') }}";
	return {
		resource: 'app',
		operation: 'run',
		appId: { __rl: true, mode: 'id', value: String(ODD_KEYS_APP) },
		specifyInputs: 'fields',
		inputs: { mappingMode: 'defineBelow', value: {}, matchingColumns: [], schema: [] },
		overrideInputs: {
			values: [
				{ key: input, value },
				{ key: 'Backslash', value: strength },
			],
		},
		waitMode: 'poll',
		options: {},
	};
}

describe.each(AGENT_VERSIONS)('an agent of version %d', (version) => {
	test("corrects itself with the node's message, and one task is created", async () => {
		const execution = await runAgent(version, [
			() => ({ call: { ...GOOD_CALL, input: '颜色' } }),
			() => ({ call: { ...GOOD_CALL, value: '紫' } }),
			() => ({ call: { ...GOOD_CALL, strength: 7 } }),
			() => ({ call: GOOD_CALL }),
			(request) => ({ say: `It is here: ${lastMessage(request, 'tool')}` }),
		]);

		const [, ...answers] = chat.requests.map((request) => lastMessage(request, 'tool'));
		expect(answers.slice(0, 3)).toEqual([
			expect.stringMatching(/has no input \S*颜色.*accepts: .*中文:节点\.字段/),
			expect.stringMatching(/中文标签.*but is \S*紫.*Choose one of: \S*红\S*, \S*绿\S*, \S*蓝/),
			expect.stringMatching(/Backslash.*must be a number from 0 to 1, but is 7/),
		]);
		const [task, ...others] = stage.emulator.tasks();
		expect(others).toEqual([]);
		expect(task?.inputValues).toMatchObject({ '中文:节点.字段': '绿', 'back\\slash.k': 0.5 });
		const [item] = itemsOf(execution, AGENT_NODE);
		expect(item?.json['output']).toContain(task?.requestId);
		expect(item?.json['output']).toContain(`${stage.emulator.storageUrl}/outputs/`);
	});

	test('gets status and URLs, and no file is downloaded for it', async () => {
		const execution = await runAgent(version, [
			() => ({ call: GOOD_CALL }),
			() => ({ say: 'Done.' }),
		]);

		const answer = JSON.parse(lastMessage(chat.requests[1], 'tool')) as readonly object[];
		expect(answer.map((item) => Object.keys(item))).toEqual([
			['url', 'status', 'request_id', 'outputs', 'billed_seconds'],
		]);
		expect(JSON.stringify(execution.runs[TOOL_NODE])).not.toContain('"binary"');
		const operations = stage.emulator.requests().map(({ operation }) => operation);
		expect(operations).not.toContain('download');
	});

	test('gets the message about an unconfirmed create, and no second task is created', async () => {
		stage.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });

		const script = [() => ({ call: GOOD_CALL }), () => ({ call: GOOD_CALL })];
		await runAgent(version, [...script, () => ({ say: 'I give up.' })], { retryOnFail: true });

		const [, ...answers] = chat.requests.map((request) => lastMessage(request, 'tool'));
		const unconfirmed = expect.stringContaining('You may be charged.');
		expect(answers).toEqual([unconfirmed, unconfirmed]);
		expect(stage.emulator.tasks()).toHaveLength(1);
	});
});

test('the example creates the image that the chat asks for', async () => {
	const size = { Width__64_to_2048_: 320, Height__64_to_2048_: 256 };
	const fox = { Prompt: 'A red fox in the snow', ...size };
	const example = await readExample(stage, projectFolder, 'ai-agent-that-generates-images.json');
	const chatCredential = await openChat([
		() => ({ call: { ...fox, Width__64_to_2048_: 9000 } }),
		() => ({ call: fox }),
		(request) => ({ say: `Here it is: ${lastMessage(request, 'tool')}` }),
	]);
	const workflow = await createWorkflow(stage.rest, withChatModel(example, chatCredential));

	const id = await sayInChat(stage.rest, workflow, 'A fox, please.');
	const execution = await waitForExecution(stage.rest, id, 120_000);

	expect(execution.error).toBeUndefined();
	expect(lastMessage(chat.requests[0], 'user')).toBe('A fox, please.');
	expect(Object.keys(chat.requests[0]?.tools?.[0]?.function.parameters.properties ?? {})).toEqual([
		'Prompt',
		'Width__64_to_2048_',
		'Height__64_to_2048_',
		'sampler',
	]);
	expect(lastMessage(chat.requests[1], 'tool')).toMatch(/must be a number from 64 to 2048/);
	expect(stage.emulator.tasks().map(({ inputValues }) => inputValues)).toEqual([
		{
			'6:CLIPTextEncode.text': 'A red fox in the snow',
			'3:KSampler.steps': 9,
			'3:KSampler.sampler_name': 'euler',
			'3:KSampler.scheduler': 'simple',
			'28:EmptyLatentImage.width': 320,
			'28:EmptyLatentImage.height': 256,
			'30:Seed (rgthree).seed': -1,
		},
	]);
	const [answer] = itemsOf(execution, AGENT_NODE);
	expect(answer?.json['output']).toContain(`${stage.emulator.storageUrl}/outputs/`);
});
