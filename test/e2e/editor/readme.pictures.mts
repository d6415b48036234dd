import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { createWorkflow, withCredential, type Workflow } from '../../../scripts/n8n/workflows.mts';
import { MAIN_EXAMPLE, readExample } from '../../../scripts/stage/examples.mts';
import { openEditor, type Editor } from '../stage/editor.mts';
import { canvasPicture, shownPicture, takeHero } from '../stage/hero.mts';
import { chain, items, onTask, pausingRun, start, store } from '../stage/pauseWorkflows.mts';
import { openOwnStage, type OwnStage } from '../stage/ownStage.mts';
import { projectFolder } from '../stage/testStage.mts';
import { triggeredWorkflow } from '../stage/triggerWorkflows.mts';

/** No callback is sent there: no task of these screenshots finishes. */
const OWN_ADDRESS = 'https://n8n.example.com/';
const PROMPT = 'A lighthouse on a cliff at dawn, gulls above the sea';
const VIEWPORT = { width: 1440, height: 920 };
/** In pixels. The label of the next field begins below that. */
const BELOW_FIELD = 8;
const ABOVE_APP = 28;
const PACKAGE = 'n8n-nodes-ai-app-tasks';

let stage: OwnStage;
let example: Workflow;

beforeAll(async () => {
	stage = await openOwnStage({ N8N_WEBHOOK_URL: OWN_ADDRESS });
	example = await readExample(stage, projectFolder, MAIN_EXAMPLE);
});

afterAll(() => stage?.close());

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
	let editor: Editor;

	beforeAll(async () => {
		editor = await openEditor(stage, { colorScheme, viewport: VIEWPORT });
	});

	afterAll(() => editor?.close());

	/**
	 * Takes a screenshot of `area`, without its first `above` pixels, and at most `height` of it.
	 */
	async function take(name: string, area: Locator, height = Infinity, above = 0): Promise<void> {
		await picturesAreThere(editor.page);
		const box = await area.boundingBox();
		if (!box) throw new Error(`There is nothing to be seen of ${name}.`);
		await editor.page.screenshot({
			path: join(projectFolder, 'docs', 'images', `${name}.${colorScheme}.png`),
			clip: { ...box, y: box.y + above, height: Math.min(box.height - above, height) },
			animations: 'disabled',
			caret: 'hide',
		});
	}

	test('hero, form and output', async () => {
		await editor.open(await createWorkflow(stage.rest, withPlainPrompt(example)));
		await editor.executeWorkflow();
		await editor.page.getByTestId('canvas-node-status-success').nth(2).waitFor();
		await toastsAreGone(editor.page);
		const canvas = await canvasPicture(editor.page);
		const node = await editor.openNode('Generate Image');
		await node.viewPicture();
		const picture = editor.page.locator('[data-test-id=output-panel] img[src*="binary-data"]');
		const result = await shownPicture(editor.page, picture);
		const path = join(projectFolder, 'docs', 'images', `hero.${colorScheme}.png`);
		await takeHero(editor.page, { canvas, result }, { path, colorScheme });
		await toastsAreGone(editor.page);
		await take('output', editor.page.getByTestId('output-panel'), 442);
		const app = { has: editor.page.getByTestId('resource-locator-appId') };
		await scrollToTop(node.parameters.getByTestId('parameter-item').filter(app).last());
		// The end of the parameter before the app is still visible.
		await take('form', node.parameters, await heightOfWholeFields(node.parameters), ABOVE_APP);
	});

	test('paused', async () => {
		stage.emulator.plan({ queuingMs: 0, runningMs: 3_600_000 });
		const workflow = await store(
			stage,
			chain(
				'Long Video',
				start,
				items(3, 'Scenes'),
				pausingRun('AI App'),
				onTask('Get Outputs', 'getOutputs'),
			),
		);
		await waitForExecution(stage.rest, await runWorkflow(stage.rest, workflow), 60_000);
		stage.emulator.plan({});
		await editor.page.setViewportSize({ width: 1240, height: 460 });
		await editor.page.goto(`${stage.n8n.url}/workflow/${workflow.id}/executions`);
		await editor.page.getByText('Waiting').first().waitFor();
		await take('paused', editor.page.locator('#content').first());
		await editor.page.setViewportSize(VIEWPORT);
	});

	test('trigger', async () => {
		const workflow = withCredential(triggeredWorkflow, PACKAGE, stage.credential);
		await editor.open(await createWorkflow(stage.rest, workflow));
		const { parameters } = await editor.openNode('AI App Trigger');
		await parameters.getByText('Webhook URLs', { exact: true }).click();
		await parameters.getByText('Production URL', { exact: true }).click();
		await parameters.getByText(`${OWN_ADDRESS}webhook/`).waitFor();
		await take('trigger', parameters, 500);
	});

	test('credential', async () => {
		const credential = await editor.newCredential('AI App API');
		await credential.fill({
			apiKey: 'sk-0123456789abcdefghij',
			baseUrl: 'https://api.example.com',
			metadataUrl: 'https://meta.example.com',
		});
		const panel = editor.page.getByTestId('editCredential-modal');
		await panel.getByTestId('inline-edit-preview').click();
		await panel.getByTestId('inline-edit-input').fill('AI App account');
		await panel.getByText('AI App API').click();
		await take('credential', panel, 526);
	});
});

/** The example without notes, and with a prompt in place of the expression for it. */
function withPlainPrompt(workflow: Workflow): Workflow {
	const text = JSON.stringify({
		...workflow,
		nodes: workflow.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote'),
	});
	const plain = text.replace(/"=\{\{[^}]*\$json\.prompt \}\}"/, JSON.stringify(PROMPT));
	return JSON.parse(plain) as Workflow;
}

async function toastsAreGone(page: Page): Promise<void> {
	await page.locator('.el-notification').first().waitFor({ state: 'detached' });
}

async function scrollToTop(item: Locator): Promise<void> {
	await item.evaluate((element) => {
		(element as unknown as { scrollIntoView(alignToTop: boolean): void }).scrollIntoView(true);
	});
}

/** Of a panel, from what is cut off at its top to below the last field that it shows as a whole. */
async function heightOfWholeFields(panel: Locator): Promise<number> {
	const area = await panel.boundingBox();
	if (!area) throw new Error('The panel is not shown.');
	const fields = await panel.getByTestId('parameter-input').all();
	const boxes = await Promise.all(fields.map((field) => field.boundingBox()));
	const ends = boxes.flatMap((box) => (box ? [box.y + box.height] : []));
	const last = Math.max(...ends.filter((end) => end < area.y + area.height));
	return last - area.y - ABOVE_APP + BELOW_FIELD;
}

/** Icons appear after the panel that contains them. */
async function picturesAreThere(page: Page): Promise<void> {
	await page.waitForLoadState('networkidle');
	await page.waitForFunction('[...document.images].every((image) => image.complete)');
}
