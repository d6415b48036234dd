import { decodePicture } from '../../../emulator/rendering/picture.mts';
import { saveCredential, type Credential } from '../../../scripts/n8n/credentials.mts';
import { executionIds, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	deactivateWorkflow,
	type StoredWorkflow,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { asFormFile, drawPhoto } from '../stage/photos.mts';
import { startTelegram, type BotCall, type Message, type Telegram } from '../stage/telegram.mts';
import { openTestStage, projectFolder, type TestStage } from '../stage/testStage.mts';

const EXAMPLE = 'edit-photos-in-a-telegram-bot.json';
const USER = 17;
const STRANGER = 18;

let stage: TestStage;
let telegram: Telegram;
let bot: Credential;
let workflow: StoredWorkflow;
let photo: Buffer;

beforeAll(async () => {
	[stage, telegram] = await Promise.all([openTestStage(), startTelegram()]);
	const { url: baseUrl, token: accessToken } = telegram;
	const data = { baseUrl, accessToken };
	bot = await saveCredential(stage.rest, { name: 'Bot', type: 'telegramApi', data });
	({ content: photo } = await asFormFile(drawPhoto(120, 80), 'image/png'));
	workflow = await publish();
});

afterAll(async () => {
	await stage?.close();
	await telegram?.close();
});

/** A copy of the example, set up as its notes say. A bot calls the one that was published last. */
async function publish(change: (text: string) => string = (text) => text): Promise<StoredWorkflow> {
	const example = await readExample(stage, projectFolder, EXAMPLE);
	const nodes = JSON.parse(change(JSON.stringify(example.nodes))) as readonly WorkflowNode[];
	const stored = await createWorkflow(stage.rest, { ...example, nodes: nodes.map(withBot) });
	await activateWorkflow(stage.rest, stored);
	return stored;
}

function withBot(node: WorkflowNode): WorkflowNode {
	if (!node.type.startsWith('n8n-nodes-base.telegram')) return node;
	const credentials = { telegramApi: { id: bot.id, name: bot.name } };
	if (node.name !== 'Receive Message') return { ...node, credentials };
	const fields = { ...(node.parameters['additionalFields'] as object), userIds: String(USER) };
	return { ...node, credentials, parameters: { ...node.parameters, additionalFields: fields } };
}

/** Sends a message; returns what the bot called until its execution has ended. */
async function talk(message: Message, to = workflow): Promise<readonly BotCall[]> {
	const [before, calls] = [await executionIds(stage.rest, to), telegram.calls.length];
	await arrives(message);
	const isNew = (id: string) => !before.includes(id);
	const begun = async () => (await executionIds(stage.rest, to)).find(isNew);
	const id = await waitUntil('an execution', begun, { timeoutMs: 60_000 });
	const { error } = await waitForExecution(stage.rest, id, 120_000);
	expect(error).toBeUndefined();
	return telegram.calls.slice(calls);
}

/** n8n registers a webhook a moment after the workflow was published. */
async function arrives(message: Message): Promise<void> {
	const sending = async () => ((await telegram.send(message)) === 200 ? true : undefined);
	await waitUntil('the webhook to be registered', sending, { timeoutMs: 30_000 });
}

const of = (calls: readonly BotCall[], method: string) =>
	calls.filter((call) => call.method === method);
const textsOf = (calls: readonly BotCall[]) => calls.map(({ fields: { text } }) => text);

test('a photo with a caption becomes a picture, while one message shows how far it is', async () => {
	stage.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 15_000 }, { times: 1 });

	const calls = await talk({ from: USER, caption: 'A red fox & <b>more</b>', photo });

	expect(textsOf(of(calls, 'sendMessage'))).toEqual(['Your photo has arrived.']);
	const edits = of(calls, 'editMessageText');
	expect(textsOf(edits)).toEqual([
		...Array.from({ length: edits.length - 1 }, () => expect.stringMatching(/^\w+, \d+ s$/)),
		'Done',
	]);
	expect(edits.length).toBeGreaterThan(2);
	expect(new Set(edits.map(({ fields }) => fields['message_id'])).size).toBe(1);
	const [sent, ...others] = of(calls, 'sendPhoto');
	expect(others).toEqual([]);
	expect(sent?.fields).toMatchObject({ chat_id: String(USER) });
	expect(await decodePicture(sent?.photo ?? Buffer.of())).toMatchObject({ width: 120, height: 80 });
	expect(stage.emulator.tasks().at(-1)?.inputValues).toMatchObject({
		'9:Caption.text': 'A red fox & <b>more</b>',
	});
});

test('the reason why a task failed is shown in the same message, as plain text', async () => {
	const errorMessage = 'Out of *paint* [here';
	stage.emulator.plan({ outcome: 'Failed', errorMessage }, { times: 1 });

	const calls = await talk({ from: USER, caption: 'A red fox', photo });

	const last = of(calls, 'editMessageText').at(-1)?.fields;
	expect(last?.['text']).toContain(errorMessage);
	expect(last).not.toHaveProperty('parse_mode');
	expect(of(calls, 'sendPhoto')).toEqual([]);
});

test.each([
	['a caption', { photo: undefined }],
	['a photo', { caption: undefined }],
])('a message without %s is answered, and nothing is charged', async (_, lacking) => {
	const paid = stage.emulator.tasks().length;

	const calls = await talk({ from: USER, caption: 'A red fox', photo, ...lacking });

	expect(textsOf(calls)).toEqual(['Send me a photo with a caption.']);
	expect(stage.emulator.tasks()).toHaveLength(paid);
});

test('a stranger starts nothing', async () => {
	const before = await executionIds(stage.rest, workflow);
	const paid = stage.emulator.tasks().length;

	await arrives({ from: STRANGER, caption: 'A red fox', photo });
	await talk({ from: USER });

	expect(await executionIds(stage.rest, workflow)).toHaveLength(before.length + 1);
	expect(stage.emulator.tasks()).toHaveLength(paid);
});

test('a task that is shown for too long is stopped', async () => {
	await deactivateWorkflow(stage.rest, workflow);
	const hasty = await publish((text) => text.replace('$runIndex < 300', '$runIndex < 1'));
	stage.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 600_000 }, { times: 1 });

	const calls = await talk({ from: USER, caption: 'A red fox', photo }, hasty);

	expect(stage.emulator.tasks().at(-1)?.stop).toMatchObject({ by: 'interrupt' });
	expect(textsOf(of(calls, 'editMessageText')).at(-1)).not.toBe('Done');
	await deactivateWorkflow(stage.rest, hasty);
});

test("with the trigger's own download, n8n would let strangers in", async () => {
	const open = await publish((text) =>
		text.replace('"userIds":"0"', '"userIds":"0","download":true'),
	);

	const calls = await talk({ from: STRANGER, photo }, open);

	expect(textsOf(of(calls, 'sendMessage'))).toEqual(['Send me a photo with a caption.']);
});
