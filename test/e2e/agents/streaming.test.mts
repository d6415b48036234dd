import { executionIds, stopExecution, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import {
	activateWorkflow,
	createWorkflow,
	withCredential,
	type Workflow,
} from '../../../scripts/n8n/workflows.mts';
import { AGENT_NODE, agentWorkflow, TOOL_NODE } from '../stage/agentWorkflow.mts';
import { startScriptedChat } from '../stage/scriptedChat.mts';
import { chain, items, runApp, type NodeDraft } from '../stage/pauseWorkflows.mts';
import { callStreaming, webhook, type StreamingCall } from '../stage/streamedCalls.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';
import { until } from '../stage/until.mts';

const QUEUED = 'Queuing, 3 ahead\n\n';
const LONG_MS = 120_000;

let stage: TestStage;
let published = 0;

beforeAll(async () => {
	stage = await openTestStage();
});

beforeEach(() => stage.emulator.reset());
afterAll(() => stage?.close());

/** Publishes a workflow that a webhook starts, and calls it. */
async function call(
	nodes: readonly NodeDraft[],
	responseMode: 'lastNode' | 'streaming' = 'streaming',
) {
	published += 1;
	const path = `streaming-${published}`;
	const all = chain(path, webhook(path, responseMode), ...nodes);
	return publishAndCall(withCredential(all, 'n8n-nodes-ai-app-tasks', stage.credential), path);
}

async function publishAndCall(draft: Workflow, path: string) {
	const workflow = await createWorkflow(stage.rest, draft);
	await activateWorkflow(stage.rest, workflow);
	const called = await callStreaming(`${stage.n8n.url}/webhook/${path}`);
	const executionId = async () => (await executionIds(stage.rest, workflow))[0] ?? '';
	return { ...called, executionId };
}

const contents = ({ chunks }: Pick<StreamingCall, 'chunks'>, itemIndex = 0) =>
	chunks
		.filter(({ type, metadata }) => type === 'item' && metadata.itemIndex === itemIndex)
		.map(({ content }) => content);

const borders = ({ chunks }: Pick<StreamingCall, 'chunks'>, itemIndex = 0) =>
	chunks
		.filter(({ type, metadata }) => type !== 'item' && metadata.itemIndex === itemIndex)
		.map(({ type }) => type);

test('the caller sees each change of a task within a second, and then the picture', async () => {
	const plan = { queuingMs: 3_000, preparingMs: 3_000, runningMs: 4_000, queueCount: 3 };
	stage.emulator.plan(plan);

	const called = await call([runApp('Run App')]);
	await called.closed;

	expect(contents(called)).toEqual([
		'Starting **Picture from Text**\n\n',
		QUEUED,
		'Preparing\n\n',
		'Running\n\n',
		expect.stringMatching(/^!\[\]\(http[^()\s]+\.png\)\n\n$/),
	]);
	expect(borders(called)).toEqual(['begin', 'end']);
	const answers = stage.emulator.requests().filter(({ operation }) => operation === 'status');
	const times = called.chunks.filter(({ type }) => type === 'item').map(({ at }) => at);
	// Each line but the first and the last is told right after the status check that saw its change.
	for (const told of times.slice(1, -1)) {
		const lags = answers.map(({ at }) => told - at).filter((lag) => lag >= -50);
		expect(Math.min(...lags)).toBeLessThan(1_000);
	}
});

test('items take turns, each with one beginning and one end', async () => {
	const called = await call([items(2), runApp('Run App')]);
	await called.closed;

	expect([0, 1].map((item) => borders(called, item))).toEqual([
		['begin', 'end'],
		['begin', 'end'],
	]);
	expect(contents(called, 1).at(-1)).toMatch(/^\*\*Item 2:\*\* !\[\]\(http/);
});

test("a failure is told without a word for the workflow's owner", async () => {
	stage.emulator.plan({ outcome: 'Failed', errorMessage: '[click](http://evil.example) <b>' });

	const called = await call([runApp('Run App')]);
	await called.closed;

	expect(borders(called)).toEqual(['begin', 'end', 'error']);
	expect(contents(called).at(-1)).toBe('Failed\n\n');
	expect(called.chunks.at(-1)?.content).toMatch(/^The task has no result\. Request ID: \S+\.$/);
});

test('an execution that is stopped ends what it has begun', async () => {
	stage.emulator.plan({ queuingMs: LONG_MS, queueCount: 3 });
	const called = await call([runApp('Run App')]);
	await until('the first line', () => contents(called).includes(QUEUED));

	const id = await called.executionId();
	await stopExecution(stage.rest, id);
	await until('the end', () => borders(called).includes('end'));

	// n8n keeps the response of a stopped execution open.
	called.hangUp();
	expect(borders(called).filter((type) => type !== 'error')).toEqual(['begin', 'end']);
	expect(contents(called).at(-1)).toBe('Stopped\n\n');
	expect((await waitForExecution(stage.rest, id, 30_000)).status).toBe('canceled');
});

test.each([2.2, 3.1] as const)(
	'the tool of an AI agent %s streams before the agent does',
	async (version) => {
		const chat = await startScriptedChat([() => ({ call: {} }), () => ({ say: 'Here it is.' })]);
		const data = { apiKey: 'none', url: chat.url };
		const draft = { name: 'Scripted chat', type: 'openAiApi', data };
		const chatCredential = await saveCredential(stage.rest, draft);
		const { parameters } = runApp('', { inputsJson: '{"6:CLIPTextEncode.text": "red"}' });
		const tool = { parameters: parameters ?? {} };
		const agent = agentWorkflow({
			...{ credential: stage.credential, chatCredential },
			...{ agentVersion: version, tool },
		});
		const path = `streaming-agent-${version}`;
		const nodes = agent.nodes.map((node) =>
			node.name === 'Start' ? { ...node, ...webhook(path, 'streaming'), name: 'Start' } : node,
		);

		const called = await publishAndCall({ ...agent, nodes }, path);
		await called.closed;
		await chat.close();

		const ofTool = called.chunks.filter(({ metadata }) => metadata.nodeName === TOOL_NODE);
		expect(borders({ chunks: ofTool })).toEqual(['begin', 'end']);
		expect(contents({ chunks: ofTool }).at(-1)).toMatch(/^!\[\]\(http/);
		const last = called.chunks.filter(({ type }) => type === 'item').at(-1);
		expect(last).toMatchObject({ content: 'Here it is.', metadata: { nodeName: AGENT_NODE } });
	},
);

test('a caller who hangs up loses the lines, and nobody the result', async () => {
	stage.emulator.plan({ queuingMs: 4_000, queueCount: 3 });
	const called = await call([runApp('Run App')]);
	await until('the first line', () => contents(called).includes(QUEUED));

	called.hangUp();

	const { status } = await waitForExecution(stage.rest, await called.executionId(), 60_000);
	expect(status).toBe('success');
});

test('nothing is streamed with another response mode', async () => {
	const called = await call([runApp('Run App')], 'lastNode');
	await called.closed;

	expect(called.chunks).toEqual([]);
	const { status } = await waitForExecution(stage.rest, await called.executionId(), 60_000);
	expect(status).toBe('success');
});
