import { join } from 'node:path';
import { createWorkflow } from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { openEditor } from '../stage/editor.mts';
import { say } from '../stage/editorChat.mts';
import { openOwnStage, type OwnStage } from '../stage/ownStage.mts';
import { projectFolder } from '../stage/testStage.mts';

const PROMPT = 'A lighthouse on a cliff at dawn, gulls above the sea';
/** The editor gives its chat a third of the height. */
const VIEWPORT = { width: 1440, height: 2200 };

let stage: OwnStage;

beforeAll(async () => {
	stage = await openOwnStage();
});

afterAll(() => stage?.close());

test.each(['light', 'dark'] as const)('%s', async (colorScheme) => {
	stage.emulator.plan({ queuingMs: 3_000, preparingMs: 2_000, runningMs: 3_000, queueCount: 3 });
	const editor = await openEditor(stage, { colorScheme, viewport: VIEWPORT });
	const { page } = editor;
	const example = await readExample(stage, projectFolder, 'generate-images-in-a-chat.json');
	await editor.open(await createWorkflow(stage.rest, example));
	await page.getByTestId('workflow-chat-button').click();

	await (await say(page, PROMPT)).locator('img').waitFor();

	await page.waitForLoadState('networkidle');
	const path = join(projectFolder, 'docs', 'images', `chat.${colorScheme}.png`);
	await page.getByTestId('canvas-chat').screenshot({ path, animations: 'disabled', caret: 'hide' });
	await editor.close();
});
