import { randomBytes } from 'node:crypto';
import type { Fault, TaskPlan } from '../../../emulator/index.mts';
import { saveCredential, type Credential } from '../../../scripts/n8n/credentials.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import type { WorkflowNode } from '../../../scripts/n8n/workflows.mts';
import { createAgent, sayToAgent, type AgentEvent } from '../stage/firstClassAgents.mts';
import {
	lastMessage,
	startScriptedChat,
	type ChatTurn,
	type ScriptedChat,
} from '../stage/scriptedChat.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';

const PICTURE_APP = 54663;
const PROMPT = '6:CLIPTextEncode.text';
const WIDTH = '28:EmptyLatentImage.width';
const TOOL = 'Generate_Image';
const LONG = 120_000;

type Parameters = WorkflowNode['parameters'];

let stage: TestStage;
let credential: Credential;
let chat: ScriptedChat;
/** Other ones in each test: n8n remembers tasks that went wrong. */
let goodInputs: object;

beforeAll(async () => {
	stage = await openTestStage();
	const callbackToken = randomBytes(24).toString('hex');
	stage.guard('callback token', callbackToken);
	const { data } = stage.credentialDraft;
	const draft = { ...stage.credentialDraft, data: { ...data, callbackToken } };
	credential = await saveCredential(stage.rest, draft);
});

beforeEach(() => {
	stage.emulator.reset();
	goodInputs = { [PROMPT]: expect.getState().currentTestName, [WIDTH]: 320 };
});

afterEach(async () => {
	stage.keep('what the model was sent', JSON.stringify(chat?.requests ?? []));
	await chat?.close();
});

afterAll(() => stage?.close());

/** The model provides all inputs as one object. */
function runApp(more: Parameters = {}): Parameters {
	return {
		resource: 'app',
		operation: 'run',
		appId: { __rl: true, mode: 'id', value: String(PICTURE_APP) },
		specifyInputs: 'json',
		inputsJson: "={{ $fromAI('inputs', 'The inputs of the app', 'json') }}",
		waitMode: 'poll',
		options: {},
		...more,
	};
}

async function agentWith(parameters: Parameters, turns: readonly ChatTurn[]) {
	chat = await startScriptedChat(turns);
	const data = { apiKey: 'none', url: chat.url };
	const draft = { name: 'Scripted chat', type: 'openAiApi', data };
	const chatCredential = await saveCredential(stage.rest, draft);
	const tools = [{ name: TOOL, parameters }];
	const agent = await createAgent(stage, { credential, chatCredential, tools });
	stage.keep('the stored agent', JSON.stringify(agent.config));
	return agent;
}

const call = (inputs: unknown) => () => ({ tool: TOOL, call: { inputs } });

/** What the model was told after each of its calls, and what n8n has stored of the chat. */
async function converse(parameters: Parameters, calls: readonly unknown[]) {
	const turns = [...calls.map(call), () => ({ say: 'Done.' })];
	const agent = await agentWith(parameters, turns);
	const events = await sayToAgent(stage, agent);
	expect(events.filter(({ type }) => type === 'error')).toEqual([]);
	expect(events.at(-1)).toMatchObject({ type: 'done' });
	const [, ...answers] = chat.requests.map((request) => lastMessage(request, 'tool'));
	return { answers, stored: await storedMessages(agent.path, events) };
}

async function storedMessages(path: string, events: readonly AgentEvent[]): Promise<string> {
	const thread = String(events.at(-1)?.['sessionId']);
	const stored = (await stage.rest.bytes(`${path}/chat/${thread}/messages`)).toString('utf8');
	stage.keep('the stored chat', stored);
	return stored;
}

async function executions(): Promise<readonly string[]> {
	const { results } = await stage.rest.call<{ results: ReadonlyArray<{ id: string }> }>(
		'GET',
		'/rest/executions?limit=100',
	);
	return results.map(({ id }) => id);
}

const operations = () => stage.emulator.requests().map(({ operation }) => operation);

test('the app runs once, the model gets the URL, and n8n has no execution of it', async () => {
	const before = await executions();

	const { answers, stored } = await converse(runApp(), [goodInputs]);

	const [task, ...others] = stage.emulator.tasks();
	expect(others).toEqual([]);
	expect(task?.inputValues).toMatchObject(goodInputs);
	const answer = JSON.parse(answers[0] ?? '') as { data: ReadonlyArray<{ json: object }> };
	expect(answer.data.map(({ json }) => Object.entries(json).slice(0, 3))).toEqual([
		[
			['url', expect.stringContaining(`${stage.emulator.storageUrl}/outputs/`)],
			['status', 'Success'],
			['request_id', task?.requestId],
		],
	]);
	expect(operations()).not.toContain('download');
	expect(stored).toContain(task?.requestId);
	expect(await executions()).toEqual(before);
});

test('the model corrects a rejected input by the reply, and one task is created', async () => {
	const { answers } = await converse(runApp(), [{ ...goodInputs, [WIDTH]: 9000 }, goodInputs]);

	expect(answers[0]).toMatch(/must be a number from 64 to 2048, but is 9000/);
	expect(answers[0]).toMatch(/Input ID: \S*28:EmptyLatentImage\.width/);
	expect(operations().filter((operation) => operation === 'create')).toHaveLength(1);
	expect(stage.emulator.tasks().map(({ inputValues }) => inputValues)).toEqual([
		expect.objectContaining(goodInputs),
	]);
});

type Trouble = {
	readonly plan?: Partial<TaskPlan>;
	readonly fault?: Fault;
	readonly options?: object;
	readonly words: RegExp;
};

const TROUBLES: ReadonlyArray<readonly [string, Trouble]> = [
	[
		'the task fails',
		{
			plan: { outcome: 'Failed', errorMessage: 'Out of memory' },
			words: /Out of memory.*ID_OF_TASK.*Each call creates a new task/,
		},
	],
	[
		'the task takes too long',
		{
			plan: { runningMs: LONG },
			options: { maxWaitMinutes: 0.1 },
			words: /ID_OF_TASK.*The task exists, so don't call this tool again for it/,
		},
	],
	[
		"the result can't be read",
		{
			fault: { on: 'outputs', times: Infinity, effect: { type: 'answer', status: 403, body: {} } },
			words: /The task exists, so don't call this tool again for it.*ID_OF_TASK/,
		},
	],
	[
		'the task is unconfirmed',
		{
			fault: { on: 'create', effect: { type: 'reset', when: 'after' } },
			words: /Don't call this tool again until then.*You may be charged/,
		},
	],
];

test.each(TROUBLES)('the model learns what to do about its task: %s', async (_, trouble) => {
	const { plan, fault, options = {}, words } = trouble;
	if (plan) stage.emulator.plan(plan);
	if (fault) stage.emulator.addFault(fault);

	const { answers } = await converse(runApp({ options }), [goodInputs]);

	const [task, ...others] = stage.emulator.tasks();
	expect(others).toEqual([]);
	expect(answers).toEqual([
		expect.stringMatching(new RegExp(words.source.replace('ID_OF_TASK', task?.requestId ?? ''))),
	]);
});

test('a model that calls again for an unconfirmed task gets no second one', async () => {
	stage.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });

	const { answers } = await converse(runApp(), [goodInputs, goodInputs]);

	const unconfirmed = expect.stringMatching(/Don't call this tool again until then/);
	expect(answers).toEqual([unconfirmed, unconfirmed]);
	expect(stage.emulator.tasks()).toHaveLength(1);
});

test('a pause that was set nonetheless becomes a wait, without a callback', async () => {
	const { answers } = await converse(runApp({ waitMode: 'pause' }), [goodInputs]);

	expect(answers[0]).toContain('"status":"Success"');
	const create = stage.emulator.requests().find(({ operation }) => operation === 'create');
	expect(JSON.stringify(create?.headers)).not.toMatch(/callback|webhook/i);
});

test('the callback token goes to the service, but not into the chat', async () => {
	const callback = { waitMode: 'callback', callbackUrl: `${stage.n8n.url}/webhook/none` };

	const { answers } = await converse(runApp(callback), [goodInputs]);

	const [task] = stage.emulator.tasks();
	expect(answers[0]).toContain(task?.requestId);
	const create = stage.emulator.requests().find(({ operation }) => operation === 'create');
	const sent = String(create?.headers['x-service-task-authorization']);
	expect(sent).toMatch(/^Bearer [0-9a-f]{64}$/);
	stage.guard('callback token as sent', sent.slice('Bearer '.length));
});

test('a task runs to its end, and is charged, although the chat was closed', async () => {
	const agent = await agentWith(runApp(), [call(goodInputs)]);
	const page = new AbortController();
	const conversation = sayToAgent(stage, agent, page.signal);
	const isRunning = async () => stage.emulator.tasks()[0]?.status === 'Running' || undefined;
	await waitUntil('the task to run', isRunning, { timeoutMs: 60_000 });

	page.abort();

	await expect(conversation).rejects.toThrow(/abort/i);
	const isRead = async () => operations().includes('outputs') || undefined;
	await waitUntil('the node to read the result', isRead, { timeoutMs: 60_000 });
	expect(stage.emulator.tasks()).toEqual([expect.objectContaining({ status: 'Success' })]);
	expect(operations()).not.toContain('cancel');
	expect(operations()).not.toContain('interrupt');
});
