import { randomBytes } from 'node:crypto';
import { saveCredential, type Credential } from '../../../scripts/n8n/credentials.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	type Workflow,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { connectMcp, type McpClient, type McpTransport } from '../stage/mcpClient.mts';
import { openTestStage, projectFolder, type TestStage } from '../stage/testStage.mts';

const SIZE = { Width__64_to_2048_: 320, Height__64_to_2048_: 256 };
const CLIENT_LIMIT_MS = 2_000;

type Parameters = WorkflowNode['parameters'];
type Answer = Readonly<Record<string, unknown>>;

let stage: TestStage;
let token: string;
let example: Workflow;
let client: McpClient | undefined;
/** Another one in each test: n8n remembers tasks that went wrong. */
let picture: { readonly Prompt: string };

beforeAll(async () => {
	stage = await openTestStage();
	token = randomBytes(24).toString('hex');
	stage.guard('token of MCP clients', token);
	example = await readExample(stage, projectFolder, 'generate-images-for-mcp-clients.json');
});

beforeEach(() => {
	stage.emulator.reset();
	picture = { Prompt: String(expect.getState().currentTestName), ...SIZE };
});
afterEach(() => client?.close());
afterAll(() => stage?.close());

/** Publishes the example with a URL of its own, and connects to it. */
async function serve(
	changes: Readonly<Record<string, Parameters>> = {},
	transport?: McpTransport,
): Promise<McpClient> {
	const { n8n, rest } = stage;
	const bearer = await saveCredential(rest, {
		name: 'MCP clients',
		type: 'httpBearerAuth',
		data: { token },
	});
	const path = randomBytes(8).toString('hex');
	const nodes = example.nodes.map((node) => changed(node, { path, bearer, changes }));
	await activateWorkflow(rest, await createWorkflow(rest, { ...example, nodes }));
	client = await connectMcp({
		url: `${n8n.url}/mcp/${path}`,
		token,
		...(transport && { transport }),
	});
	return client;
}

type Changes = {
	readonly path: string;
	readonly bearer: Credential;
	readonly changes: Readonly<Record<string, Parameters>>;
};

function changed(node: WorkflowNode, { path, bearer, changes }: Changes): WorkflowNode {
	if (!('path' in node.parameters))
		return { ...node, parameters: { ...node.parameters, ...changes[node.name] } };
	const parameters = { ...node.parameters, path };
	return { ...node, parameters, webhookId: path, credentials: { [bearer.type]: bearer } };
}

async function answerOf(tool: string, args: object, timeoutMs?: number): Promise<Answer> {
	const text = await client?.call(tool, args, timeoutMs);
	stage.keep('the answer of a tool', text ?? '');
	const [answer, ...others] = JSON.parse(text ?? '') as readonly Answer[];
	expect(others).toEqual([]);
	return answer ?? {};
}

const operations = () => stage.emulator.requests().map(({ operation }) => operation);
const ids = () => stage.emulator.tasks().map(({ requestId }) => requestId);

test('the example offers a client two tools, with the inputs that are left to the model', async () => {
	const { instructions, tools } = await serve();

	expect(instructions()).toMatch(/^To generate an image, call Generate_Image once/);
	const offered = new Map((await tools()).map(({ name, inputSchema }) => [name, inputSchema]));
	expect([...offered.keys()].toSorted()).toEqual(['Generate_Image', 'Get_Image']);
	expect(offered.get('Get_Image')?.required).toEqual(['Request_ID']);
	const run = offered.get('Generate_Image');
	expect(run?.required).toEqual(Object.keys(picture));
	expect(run?.properties?.['Prompt']).toMatchObject({
		type: 'string',
		description: 'What the image shows, in one or two sentences',
	});
});

test.each<McpTransport>(['streamableHttp', 'sse'])(
	'over %s, one tool returns the request ID and the other one the URL',
	async (transport) => {
		await serve({}, transport);

		const { request_id: requestId } = await answerOf('Generate_Image', picture);
		const early = await answerOf('Get_Image', { Request_ID: requestId });
		const late = await waitUntil(
			'the URL',
			async () => {
				const answer = await answerOf('Get_Image', { Request_ID: requestId });
				return 'url' in answer ? answer : undefined;
			},
			{ timeoutMs: 60_000 },
		);

		expect(ids()).toEqual([requestId]);
		expect(stage.emulator.tasks()[0]?.inputValues).toMatchObject({
			'6:CLIPTextEncode.text': picture.Prompt,
			'28:EmptyLatentImage.width': 320,
		});
		expect(early).toMatchObject({ request_id: requestId, outputs: [] });
		expect(early).not.toHaveProperty('url');
		expect(late).toMatchObject({
			url: expect.stringContaining(`${stage.emulator.storageUrl}/outputs/`),
			status: 'Success',
		});
	},
);

test('a client learns what is wrong with its inputs, and no task is created', async () => {
	await serve();

	const answer = await answerOf('Generate_Image', { ...picture, Width__64_to_2048_: 9000 });

	expect(answer['error']).toMatch(/must be a number from 64 to 2048, but is 9000.*weren't charged/);
	expect(operations()).not.toContain('create');
});

describe('with Wait for Result, a client that gives up', () => {
	/** Returns the request ID that the client doesn't get. */
	async function giveUp(options: object = {}): Promise<string> {
		stage.emulator.plan({ runningMs: 2 * CLIENT_LIMIT_MS });
		await serve({ 'Generate Image': { waitMode: 'poll', options } });
		await expect(answerOf('Generate_Image', picture, CLIENT_LIMIT_MS)).rejects.toThrow('timed out');
		return waitUntil('the task', async () => ids()[0], { timeoutMs: 60_000 });
	}

	async function resultIsRead(): Promise<void> {
		const isRead = async () => operations().includes('outputs') || undefined;
		await waitUntil('the node to read the result', isRead, { timeoutMs: 60_000 });
	}

	test('loses the result, and its task runs to the end', async () => {
		await giveUp();

		await resultIsRead();
		expect(stage.emulator.tasks()).toEqual([expect.objectContaining({ status: 'Success' })]);
		expect(operations()).not.toContain('interrupt');
	});

	test('pays for a second task if it calls again', async () => {
		const lost = await giveUp();

		const answer = await answerOf('Generate_Image', picture);

		expect(ids()).toEqual([lost, answer['request_id']]);
	});
});

test('a client that calls again for an unconfirmed task gets no second one', async () => {
	stage.emulator.addFault({ on: 'create', effect: { type: 'reset', when: 'after' } });
	await serve();

	const answers = [
		await answerOf('Generate_Image', picture),
		await answerOf('Generate_Image', picture),
	];

	const words = expect.stringContaining("Don't call this tool again until then");
	expect(answers.map(({ error }) => error)).toEqual([words, words]);
	expect(ids()).toHaveLength(1);
});

test('Wait for Completion returns the current status before the client gives up', async () => {
	const limits = { maxWaitMinutes: 0.1, onTimeout: 'return' };
	await serve({ 'Get Image': { operation: 'wait', options: limits } });
	stage.emulator.plan({ runningMs: 120_000 });
	const { request_id: requestId } = await answerOf('Generate_Image', picture);

	const answer = await answerOf('Get_Image', { Request_ID: requestId });

	expect(answer).toMatchObject({ request_id: requestId, status: 'Running' });
	expect(operations()).not.toContain('interrupt');
});
