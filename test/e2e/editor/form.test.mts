import { createWorkflow, type Workflow } from '../../../scripts/n8n/workflows.mts';
import { useEditorStage } from '../stage/editorStage.mts';

const ODD_KEYS_APP = 57001;
const ODD_KEY = '107:Some API: v2.5 (beta).user_prompt';

const shared = useEditorStage();

test('the example creates an image', async () => {
	await shared.editor.open(await createWorkflow(shared.stage.rest, shared.example));
	await shared.editor.executeWorkflow();
	const node = await shared.editor.openNode('Generate Image');

	expect(await node.viewPicture()).toEqual({ width: 512, height: 384 });
});

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
	await shared.editor.screenshot('form-of-another-app');

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
	await shared.editor.screenshot('form-of-the-old-app');
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
	await shared.editor.screenshot('form-of-the-old-app-refused');

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
