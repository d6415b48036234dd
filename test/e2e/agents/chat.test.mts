import { createWorkflow } from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { openEditor, type Editor } from '../stage/editor.mts';
import { say } from '../stage/editorChat.mts';
import { openTestStage, projectFolder, type TestStage } from '../stage/testStage.mts';

const PROMPT = 'A lighthouse on a cliff at dawn';
const HOSTILE = '[click](http://evil.example) <b>bold</b> **x** ![](http://evil.example/a.png)';

let stage: TestStage;
let editor: Editor;

beforeAll(async () => {
	stage = await openTestStage();
	editor = await openEditor(stage);
	const example = await readExample(stage, projectFolder, 'generate-images-in-a-chat.json');
	await editor.open(await createWorkflow(stage.rest, example));
	await editor.page.getByTestId('workflow-chat-button').click();
});

beforeEach(() => stage.emulator.reset());

afterAll(async () => {
	await editor?.close();
	await stage?.close();
});

test("n8n's chat shows how far the task is, and the picture in the same message", async () => {
	stage.emulator.plan({ queuingMs: 4_000, preparingMs: 2_000, runningMs: 3_000, queueCount: 3 });

	const answer = await say(editor.page, PROMPT);

	await answer.getByText('Queuing, 3 ahead').waitFor();
	await answer.getByText('Running').waitFor();
	await answer.locator('img').waitFor();
	const shows = (name: string) => `document.querySelector('${name}').naturalWidth === 512`;
	await editor.page.waitForFunction(shows('.chat-message-from-bot img'));
	expect(stage.emulator.tasks()[0]?.inputValues['6:CLIPTextEncode.text']).toBe(PROMPT);
});

test('a failure is told in the chat without the words of others, and n8n adds the request ID', async () => {
	stage.emulator.plan({ outcome: 'Failed', errorMessage: HOSTILE });

	const answer = await say(editor.page, 'Another one');

	await answer.getByText('Error: The task has no result. Request ID: ').waitFor();
	expect(await answer.innerText()).not.toContain('evil.example');
	for (const element of ['a', 'b', 'img']) expect(await answer.locator(element).count()).toBe(0);
});
