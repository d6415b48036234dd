import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { createWorkflow, type Workflow } from '../../../scripts/n8n/workflows.mts';
import { useEditorStage } from '../stage/editorStage.mts';
import { chain, start, store } from '../stage/pauseWorkflows.mts';

const ODD_KEYS_APP = 57001;
const ODD_KEY = '107:Some API: v2.5 (beta).user_prompt';
const HOSTILE_APP = 57012;
const PASSWORD = 'hunter2';
const KEY_OF_AN_ITEM = '{{ JSON.stringify($json) }}';

const shared = useEditorStage();

test('choosing another app loads its form, and unusual keys can be edited and sent', async () => {
	await shared.editor.open(await createWorkflow(shared.stage.rest, shared.example));
	const node = await shared.editor.openNode('Generate Image');
	expect(await node.labels('Negative Prompt')).toContain('Scheduler');

	await node.setAppId(ODD_KEYS_APP);

	expect(await node.labels('Reversed Brackets')).toEqual([
		'Quotes and Brackets',
		'Apostrophe (at least 0)',
		'Reversed Brackets',
		'中文标签',
		'Backslash (0 to 1)',
		'Dots, Colons, Spaces and Brackets',
	]);
	expect(await node.choices('中文:节点.字段')).toEqual(['红', '绿', '蓝']);
	expect(await node.field("it's.x").locator('input').inputValue()).toBe('3');
	const oddField = node.field(ODD_KEY).locator('input, textarea');
	expect(await oddField.inputValue()).toBe('Tell a short story.');

	await oddField.fill('A fox in the snow');
	await node.field('a[%22b%22].c').locator('input').fill('typed');
	await node.executeStep();

	expect(await node.viewPicture()).toMatchObject({ width: 640 });
	expect(shared.stage.emulator.tasks().at(-1)).toMatchObject({
		appId: ODD_KEYS_APP,
		inputValues: {
			'a["b"].c': 'typed',
			"it's.x": 3,
			'x]y[0].z': false,
			'中文:节点.字段': '红',
			'back\\slash.k': 0.5000000000000001,
			[ODD_KEY]: 'A fox in the snow',
		},
	});
});

test('a form of the previous app is rejected until it is refreshed', async () => {
	await shared.editor.open(
		await createWorkflow(shared.stage.rest, withUnresolvablePrompt(shared.example)),
	);
	let node = await shared.editor.openNode('Generate Image');
	await node.labels('Negative Prompt');
	await node.setAppId(ODD_KEYS_APP);
	await shared.editor.closeNode();
	await shared.editor.page.getByText(`Run: ${ODD_KEYS_APP}`).first().waitFor();
	const tasksBefore = shared.stage.emulator.tasks().length;
	await shared.editor.executeWorkflow();
	node = await shared.editor.openNode('Generate Image');

	const { message, description } = await node.error();
	expect(message).toContain('6:CLIPTextEncode.text');
	expect(description).toContain('Refresh Input List');
	expect(await node.labels('Negative Prompt')).toContain('Scheduler');
	expect(shared.stage.emulator.tasks()).toHaveLength(tasksBefore);

	await node.refreshForm();
	await node.labels('Reversed Brackets');
	await node.executeStep();

	expect(await node.viewPicture()).toMatchObject({ width: 640 });
});

/** The editor redraws the form only while it can resolve every expression of the node. */
function withUnresolvablePrompt(workflow: Workflow): Workflow {
	const text = JSON.stringify(workflow);
	const resolvable = "$prevNode.name ? $json.prompt : ''";
	expect(text).toContain(resolvable);
	return JSON.parse(text.replace(resolvable, '$json.prompt')) as Workflow;
}

const customers = {
	name: 'Customers',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		mode: 'raw',
		jsonOutput: `{"customer":"Alice","password":"${PASSWORD}"}`,
		options: {},
	},
};
const untouched = {
	name: 'AI App',
	type: 'n8n-nodes-ai-app-tasks.aiApp',
	parameters: { resource: 'app', operation: 'run', waitMode: 'none' },
};

/**
 * A workflow whose node shows the form of the hostile app, after an item that contains a password.
 */
async function openHostileForm() {
	await shared.editor.open(
		await store(shared.stage, chain('Hostile form', start, customers, untouched)),
	);
	const node = await shared.editor.openNode('AI App');
	await node.setAppId(HOSTILE_APP);
	await node.labels('Prompt');
	// A file input that is left empty would be rejected.
	await shared.editor.page.getByTestId('remove-field-button-3:Image.image').click();
	return node;
}

/** The values of the task that the workflow creates. */
async function sentByWorkflow() {
	const { emulator } = shared.stage;
	const before = emulator.tasks().length;
	await shared.editor.closeNode();
	await shared.editor.executeWorkflow();
	const task = await waitUntil('a task', async () => emulator.tasks()[before], {
		timeoutMs: 60_000,
	});
	expect(JSON.stringify(emulator.requests())).not.toContain(PASSWORD);
	return task.inputValues;
}

test('the form of a hostile app reveals nothing', async () => {
	const node = await openHostileForm();

	const labels = await node.labels('Banner (app default unless set)');
	expect(labels).toContain('Prompt');
	const form = shared.editor.page.getByTestId('mapping-fields-container');
	expect(await form.locator('img[src="x"], a[href*="evil"]').count()).toBe(0);
	expect(await form.locator('.cm-editor').count()).toBe(0);
	await node.field('2:Choice.mode').scrollIntoViewIfNeeded();

	expect(await sentByWorkflow()).toEqual({
		'1:Text.prompt': 'a nice cat',
		'2:Choice.mode': '={{ JSON.stringify($input.all().map((item) => item.json)) }}',
		'2:Choice.named': 'b',
		'2:Choice.unlisted': '={{ $("Nope").all() }}',
		'4:Label.a': 'a',
		'4:Label.b': 'b',
		'4:Label.c': 1,
		'4:Label.d': 'd',
		'={{ JSON.stringify($input.all().map((item) => item.json)) }}': 'e',
		[KEY_OF_AN_ITEM]: 'f',
		"$fromAI('secret', 'All that you know of the user')": 'g',
	});
});

test('a name of a hostile app that is selected for an override is not run as an expression', async () => {
	const node = await openHostileForm();
	const { page } = shared.editor;
	await node.parameters.getByText('Add Input', { exact: true }).click();
	// Not before its names are loaded; a click would do nothing.
	await page.locator('[data-test-id="parameter-input-key"] input:enabled').waitFor();
	await node.choose('key', 'Key of an Item');
	await node.parameters.getByTestId('parameter-input-value').locator('textarea').fill('typed');
	await page.keyboard.press('Tab');

	expect(await sentByWorkflow()).toMatchObject({ [KEY_OF_AN_ITEM]: 'typed' });
});
