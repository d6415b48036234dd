import type { Browser } from 'playwright-core';
import { decodePicture } from '../../../emulator/rendering/picture.mts';
import {
	itemsOf,
	readBinary,
	runWorkflow,
	waitForExecution,
	type Execution,
} from '../../../scripts/n8n/executions.mts';
import type { StoredWorkflow, WorkflowNode } from '../../../scripts/n8n/workflows.mts';
import { APPROVER, click, nextMail, showMail, smtpCredential } from '../stage/approvals.mts';
import { openChromium } from '../stage/chromium.mts';
import { startMailServer, type MailServer } from '../stage/mailServer.mts';
import { ended } from '../stage/pausing.mts';
import type { ScriptedChat } from '../stage/scriptedChat.mts';
import { standIn } from '../stage/standIns.mts';
import { openTestStage, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';
import { createWriting, startWriter } from '../stage/writingModels.mts';

/** LinkedIn can't be replaced by a server of ours, so a Code node takes what it would get. */
const TEXT = 'Our soles <a href="https://evil.example">walk</a> 1000 km & more.';
const PICTURE = 'A shoe on a stone';

let stage: TestStage;
let mailServer: MailServer;
let browser: Browser;
let chat: ScriptedChat;
let workflow: StoredWorkflow;

beforeAll(async () => {
	[stage, mailServer, browser, chat] = await Promise.all([
		openTestStage(QUICK_TASKS),
		startMailServer(),
		openChromium(),
		startWriter(() => JSON.stringify({ output: { text: TEXT, prompt: PICTURE } })),
	]);
	const smtp = await smtpCredential(stage, mailServer);
	workflow = await createWriting(stage, chat, 'post-on-linkedin-after-an-approval.json', (node) =>
		setUp(node, smtp),
	);
});

beforeEach(() => stage.emulator.reset());

afterAll(async () => {
	await browser?.close();
	await stage?.close();
	await Promise.all([mailServer?.close(), chat?.close()]);
});

function setUp(
	node: WorkflowNode,
	smtp: { readonly id: string; readonly name: string },
): WorkflowNode {
	const { text, binaryPropertyName } = node.parameters;
	if (node.name === 'Post on LinkedIn') return standIn(node, { text, binaryPropertyName }, '{}');
	if (node.name !== 'Ask for Approval') return node;
	const addresses = { fromEmail: 'n8n@example.com', toEmail: APPROVER };
	return { ...node, credentials: { smtp }, parameters: { ...node.parameters, ...addresses } };
}

/** Runs it until it waits for the approval; returns the execution and what its email shows. */
async function ask() {
	const before = [...mailServer.mails];
	const id = await runWorkflow(stage.rest, workflow);
	expect(await waitForExecution(stage.rest, id, 60_000)).toMatchObject({ status: 'waiting' });
	return { id, shown: await showMail(browser, await nextMail(mailServer, APPROVER, before)) };
}

async function end(id: string): Promise<Execution> {
	const execution = await ended(stage, id);
	expect(execution.error).toBeUndefined();
	return execution;
}

test('the email shows text and picture, and after the approval both go to LinkedIn', async () => {
	const { id, shown } = await ask();
	const [task, ...others] = stage.emulator.tasks();
	expect(others).toEqual([]);
	expect(task?.inputValues['6:CLIPTextEncode.text']).toBe(PICTURE);
	expect(shown.lines[0]).toBe(TEXT);
	expect(shown.elements.filter((element) => element !== 'BR')).toEqual(['IMG']);

	await click(browser, shown.links['Post it']);

	const [posted] = itemsOf(await end(id), 'Post on LinkedIn');
	expect(posted?.json['sent']).toEqual({ text: TEXT, binaryPropertyName: 'data' });
	const file = posted?.binary?.['data'];
	const picture = file && (await decodePicture(await readBinary(stage.rest, file)));
	expect(picture?.bitmap).toMatchObject({ width: 512, height: 384 });
	expect(stage.emulator.tasks()).toHaveLength(1);
});

test('what is dropped is not posted', async () => {
	const { id, shown } = await ask();

	await click(browser, shown.links['Drop it']);

	const execution = await end(id);
	expect(execution.runs['Post on LinkedIn']).toBeUndefined();
	expect(execution.runs['Get Picture']).toBeUndefined();
});
