import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	createWorkflow,
	readWorkflow,
	type StoredWorkflow,
} from '../../../scripts/n8n/workflows.mts';
import { agentWorkflow, TOOL_NODE } from '../stage/agentWorkflow.mts';
import { nextExecution } from '../stage/exampleRuns.mts';
import { useEditorStage } from '../stage/editorStage.mts';
import { startScriptedChat, type ChatRequest, type ScriptedChat } from '../stage/scriptedChat.mts';

const POSTER_APP = 57105;
const ODD_KEYS_APP = 57001;
const PROMPT = '6:CLIPTextEncode.text';
const NEGATIVE = '7:CLIPTextEncode.text';

const shared = useEditorStage();
let chat: ScriptedChat;

afterEach(() => chat?.close());

/** An agent whose tool runs the app; nothing is filled in. */
async function storedAgent(): Promise<StoredWorkflow> {
	const { credential, rest } = shared.stage;
	const data = { apiKey: 'none', url: chat.url };
	const chatCredential = await saveCredential(rest, { name: 'Chat', type: 'openAiApi', data });
	const parameters = {
		resource: 'app',
		operation: 'run',
		appId: { __rl: true, mode: 'id', value: String(POSTER_APP) },
		specifyInputs: 'fields',
		inputs: { mappingMode: 'defineBelow', value: null, matchingColumns: [], schema: [] },
		waitMode: 'poll',
		options: {},
	};
	const tool = { parameters };
	return createWorkflow(
		rest,
		agentWorkflow({ credential, chatCredential, agentVersion: 3.1, tool }),
	);
}

/** The arguments that the model was offered, with their descriptions. */
function offered({ tools }: ChatRequest): [string, string | undefined][] {
	const { properties = {} } = tools?.[0]?.function.parameters ?? {};
	return Object.entries(properties).map(([name, { description }]) => [name, description]);
}

async function storesArguments(id: string, count: number): Promise<true | undefined> {
	const stored = JSON.stringify(await readWorkflow(shared.stage.rest, id));
	return stored.split('n8n-auto-generated-fromAI-override').length - 1 === count || undefined;
}

test('the button of n8n makes an argument of each Chinese input, and both texts arrive', async () => {
	const { editor, stage } = shared;
	chat = await startScriptedChat([
		(request) => {
			const [prompt = '', negative = ''] = offered(request).map(([name]) => name);
			return { call: { [prompt]: '一只红狐狸', [negative]: '文字' } };
		},
		() => ({ say: 'Done.' }),
	]);
	const workflow = await storedAgent();
	await editor.open(workflow);
	const tool = await editor.openNode(TOOL_NODE);
	expect(await tool.labels('Input 1: 6:CLIPTextEncode.text: 提示词')).toEqual([
		'Input 1: 6:CLIPTextEncode.text: 提示词',
		'Input 2: 7:CLIPTextEncode.text: 负面词',
		'Input 3: 9:Poster.width: 宽度 (64 to 2048)',
	]);

	expect(await tool.parameters.innerText()).toMatch(
		/Click the sparkles next to each input that the model provides/,
	);

	const types = JSON.parse((await stage.rest.bytes('/types/nodes.json')).toString());
	expect(types).toContainEqual(
		expect.objectContaining({
			name: 'n8n-nodes-ai-app-tasks.aiAppTool',
			description: expect.stringMatching(/^Run AI apps from a prompt.* Returns the URLs/),
		}),
	);

	await tool.letModelDefine(PROMPT, 'What the poster shows');
	await tool.letModelDefine(NEGATIVE, 'What must not be in it');
	await editor.closeNode();
	await editor.page.keyboard.press('Control+s');
	await waitUntil('both arguments to be stored', () => storesArguments(workflow.id, 2), {
		timeoutMs: 30_000,
	});
	await editor.executeWorkflow();
	const execution = await nextExecution(stage, workflow);

	expect(execution.error).toBeUndefined();
	expect(chat.requests.slice(0, 1).map(offered)).toEqual([
		[
			['Input_1__6_CLIPTextEncode_text_____', 'What the poster shows'],
			['Input_2__7_CLIPTextEncode_text_____', 'What must not be in it'],
		],
	]);
	const [task, ...others] = stage.emulator.tasks();
	expect(others).toEqual([]);
	expect(task?.inputValues).toMatchObject({ [PROMPT]: '一只红狐狸', [NEGATIVE]: '文字' });

	// The editor redraws a form only while it can resolve all of its expressions.
	const again = await editor.openNode(TOOL_NODE);
	await again.setAppId(ODD_KEYS_APP);
	expect(await again.labels('Input 5: Backslash (0 to 1)')).toContain(
		'Input 4: 中文:节点.字段: 中文标签',
	);
});
