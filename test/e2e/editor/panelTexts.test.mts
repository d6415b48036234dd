import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { executionIds, stopExecution } from '../../../scripts/n8n/executions.mts';
import { createWorkflow } from '../../../scripts/n8n/workflows.mts';
import { agentWorkflow, TOOL_NODE } from '../stage/agentWorkflow.mts';
import { useEditorStage } from '../stage/editorStage.mts';
import {
	chain,
	items,
	onTask,
	pausingRun,
	runApp,
	start,
	store,
} from '../stage/pauseWorkflows.mts';

const shared = useEditorStage();

const NODE = 'AI App';
const output = () => shared.editor.page.getByTestId('output-panel');

/** Opens the panel of a node for an app, after 2 items. */
async function openNode(parameters: object) {
	const form = { specifyInputs: 'fields', inputs: { mappingMode: 'defineBelow', value: null } };
	const node = runApp(NODE, { ...form, ...parameters });
	const workflow = await store(shared.stage, chain(NODE, start, items(2), node));
	await shared.editor.open(workflow);
	return shared.editor.openNode(NODE);
}

/** What a collection offers. */
async function offered(placeholder: string): Promise<readonly string[]> {
	const { page } = shared.editor;
	const add = page
		.getByTestId('collection-parameter-add')
		.filter({ has: page.getByPlaceholder(placeholder) });
	await add.scrollIntoViewIfNeeded();
	await add.click();
	const options = page.getByTestId('collection-parameter-option').filter({ visible: true });
	await options.first().waitFor();
	const names = await options.allInnerTexts();
	await shared.editor.screenshot(`offered-${placeholder.replaceAll(' ', '-')}`);
	await page.keyboard.press('Escape');
	await options.first().waitFor({ state: 'hidden' });
	return names.map((name) => name.trim());
}

test('files, limits and all else are one list of options', async () => {
	const node = await openNode({});
	await node.labels('Negative Prompt');

	expect(await offered('Add Option')).toEqual([
		'File Name',
		'Include Input Fields',
		'Max Billed Seconds',
		'Max File Size (MB)',
		'Max Queue Time (Minutes)',
		'Max Run Time (Minutes)',
		'Max Tasks at a Time',
		'Max Tasks per Execution',
		'Max Wait Time (Minutes)',
		'On Timeout',
		'Put Output Files in Field',
		'Return One Item per File',
		'Seed Mode',
		'Variations per Item',
	]);
});

test('App: Check Inputs says above its output how many items are invalid', async () => {
	const node = await openNode({
		operation: 'checkInputs',
		specifyInputs: 'json',
		inputsJson: '={{ { Steps: 500 * $json.n, Sampler: "none", Prompt: "" } }}',
	});
	await node.executeStep();

	await output().getByText('App: Run would reject 2 of 2 items, such as: ').waitFor();
	await shared.editor.screenshot('check-inputs');
});

test('an empty callback URL keeps the workflow from starting, and the notice of a pause is short', async () => {
	const node = await openNode({ waitMode: 'callback', callbackUrl: '' });
	await node.labels('Negative Prompt');
	const url = node.parameters.locator('[data-test-id="parameter-input-callbackUrl"]');
	await url.scrollIntoViewIfNeeded();
	await url.locator('input').focus();
	await url.locator('input').blur();
	await node.parameters.getByTestId('parameter-issues').first().hover();
	await shared.editor.page.getByText('Parameter "Callback URL" is required').first().waitFor();
	await shared.editor.screenshot('callback-url');

	await node.choose('waitMode', 'Pause Execution');
	const notice = node.parameters.getByText('Add Task: Get Outputs next');
	await notice.scrollIntoViewIfNeeded();
	await shared.editor.screenshot('pause-notice');
});

test("an agent's tool says how the model gets to set inputs", async () => {
	const { stage, editor } = shared;
	const parameters = {
		...runApp(TOOL_NODE).parameters,
		specifyInputs: 'fields',
		inputs: { mappingMode: 'defineBelow', value: null },
	};
	const chat = { name: 'Chat', type: 'openAiApi', data: { apiKey: 'none' } };
	const chatCredential = await saveCredential(stage.rest, chat);
	const { credential } = stage;
	const setup = { credential, chatCredential, agentVersion: 3.1, tool: { parameters } } as const;
	await editor.open(await createWorkflow(stage.rest, agentWorkflow(setup)));
	const node = await editor.openNode(TOOL_NODE);
	await node.labels('Input 2: Negative Prompt');

	expect(await node.parameters.innerText()).toMatch(
		/Click the sparkles next to each input that the model provides/,
	);
	await editor.screenshot('tool-notice');

	const types = (await stage.rest.bytes('/types/nodes.json')).toString();
	const described = JSON.parse(types) as ReadonlyArray<{ name: string; description: string }>;
	const tool = described.find(({ name }) => name.endsWith('.aiAppTool'));
	expect(tool?.description).toMatch(/^Run AI apps from a prompt.* Returns the URLs/);
});

test('a paused node shows the request IDs of its tasks in place of its output', async () => {
	const { stage, editor } = shared;
	stage.emulator.plan({ queuingMs: 0, runningMs: 3_600_000 });
	const draft = chain('Paused', start, items(2), pausingRun(NODE), onTask('After', 'getOutputs'));
	const workflow = await store(stage, draft);
	await editor.open(workflow);
	await editor.executeWorkflow();
	await editor.openNode(NODE);
	await output().getByText('Waiting for input').waitFor();

	const created = stage.emulator.tasks().slice(-2);
	const ids = created.map(({ requestId }) => requestId).join(', ');
	expect(await output().innerText()).toContain(
		`Task: Get Status or Task: Stop in another workflow: ${ids}`,
	);
	await editor.screenshot('paused-output');
	for (const id of await executionIds(stage.rest, workflow)) await stopExecution(stage.rest, id);
	stage.emulator.plan({});
});

test('the events of the trigger are named after tasks', async () => {
	const { editor } = shared;
	await editor.openNew();
	await editor.searchNode('ai app');
	await editor.page.getByTestId('item-iterator-item').getByText('AI App', { exact: true }).click();
	const names = editor.page.getByTestId('node-creator-item-name');
	const triggers = editor.page.getByText(/^Triggers/);
	await triggers.first().waitFor();
	if (!(await names.getByText('On task success').count())) await triggers.first().click();
	await names.getByText('On task success', { exact: true }).waitFor();

	expect((await names.allInnerTexts()).filter((name) => name.startsWith('On '))).toEqual([
		'On task cancellation',
		'On task failure',
		'On task success',
	]);
	await editor.screenshot('trigger-events');
});
