import { executionIds, stopExecution } from '../../../scripts/n8n/executions.mts';
import { createWorkflow, type Workflow } from '../../../scripts/n8n/workflows.mts';
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
import { until } from '../stage/until.mts';

const PROMPT = '6:CLIPTextEncode.text';
const ODD_KEYS_APP = 57001;

const NODE = 'AI App';
const FORM = { specifyInputs: 'fields', inputs: { mappingMode: 'defineBelow', value: null } };

const shared = useEditorStage();

const latestTask = () => shared.stage.emulator.tasks().at(-1);

test('a credential is green with the right key and red with a wrong one, which says what to do', async () => {
	const { apiKey, apiUrl: baseUrl, metaUrl: metadataUrl, storageUrl } = shared.stage.emulator;
	const credential = await shared.editor.newCredential('AI App API');
	await credential.toggle('moreSettings');
	await credential.fill({ apiKey, baseUrl, metadataUrl, storageUrl });
	await credential.save();
	await credential.accepted();

	await credential.fill({ apiKey: 'sk-not-this-one' });
	await credential.save();
	expect(await credential.refused()).toMatch(/didn't accept the API key .*Paste the key again/);

	await credential.fill({ apiKey });
	await credential.save();
	await credential.accepted();
});

test('a search for pictures finds the node, and its form creates an image', async () => {
	await shared.editor.openNew();
	for (const words of ['text to speech', 'generate video', 'n8n-nodes-ai-app-tasks', 'picture']) {
		const found = await shared.editor.searchNode(words);
		expect(found.join()).toMatch(/AI App\s+Run AI apps to create images/);
	}
	const node = await shared.editor.addNode('AI App', 'Run app');
	expect(await node.parameters.innerText()).toContain('Choose an app to see its inputs here');

	await node.setAppUrl('https://app.example.com/apps/54663?lang=en');
	expect(await node.labels('Prompt')).toContain('Negative Prompt');
	await node.field(PROMPT).locator('input, textarea').fill('A heron in the reeds');
	await node.executeStep();

	expect(await node.viewPicture()).toEqual({ width: 512, height: 384 });
	expect(latestTask()).toMatchObject({ inputValues: { [PROMPT]: 'A heron in the reeds' } });
});

test("the editor's stop button stops the running task", async () => {
	const before = shared.stage.emulator.tasks().length;
	const running = { queuingMs: 0, preparingMs: 0, runningMs: 600_000, notFoundMs: 0 };
	shared.stage.emulator.plan(running, { times: 1 });
	await shared.editor.open(await createWorkflow(shared.stage.rest, shared.example));
	await shared.editor.executeWorkflow();
	await until('the task to run', () => {
		const tasks = shared.stage.emulator.tasks().slice(before);
		return tasks[0]?.status === 'Running';
	});

	await shared.editor.stopExecution();

	await until('the task to be stopped', () => latestTask()?.stop !== undefined);
	expect(latestTask()?.stop).toMatchObject({ by: 'interrupt' });
});

test('while the service is down, a message in place of the form says what to do, and that works', async () => {
	await shared.editor.open(await createWorkflow(shared.stage.rest, shared.example));
	let node = await shared.editor.openNode('Generate Image');
	await node.labels('Negative Prompt');
	const down = { type: 'html', status: 503 } as const;
	shared.stage.emulator.addFault({ on: 'detail', times: Infinity, effect: down });

	await node.setAppId(ODD_KEYS_APP);

	expect(await node.notice(/HTTP 503/)).toMatch(/Try again later.*reopen this panel/s);
	expect(await node.parameters.innerText()).not.toContain('No inputs found');
	shared.stage.emulator.clearFaults();
	await shared.editor.closeNode();
	node = await shared.editor.openNode('Generate Image');
	expect(await node.labels('Reversed Brackets')).toContain('中文标签');
});

test('with an app set by an expression, the panel says how to continue, and both ways work', async () => {
	await shared.editor.open(
		await createWorkflow(shared.stage.rest, withAppByExpression(shared.example)),
	);
	let node = await shared.editor.openNode('Generate Image');
	expect(await node.parameters.innerText()).toContain(
		"If the app is set by an expression, run the previous node first and reopen this panel, or set 'Specify Inputs' to 'Using JSON'.",
	);

	await node.executePrevious();
	await shared.editor.closeNode();
	node = await shared.editor.openNode('Generate Image');
	expect(await node.labels('Prompt')).toContain('Negative Prompt');

	await node.choose('specifyInputs', 'Using JSON');
	await node.fillCode('inputsJson', JSON.stringify({ [PROMPT]: 'Chosen by an item' }));
	await node.executeStep();

	expect(await node.viewPicture()).toMatchObject({ width: 512 });
	expect(latestTask()).toMatchObject({ inputValues: { [PROMPT]: 'Chosen by an item' } });
});

/** The example with the number of the app in its item, and no form yet. */
function withAppByExpression(workflow: Workflow): Workflow {
	const app = { id: 'app', name: 'app', type: 'string', value: '54663' };
	const changed: Readonly<Record<string, object>> = {
		'Set Prompt': { assignments: { assignments: [app] } },
		'Generate Image': {
			appId: { __rl: true, mode: 'id', value: '={{ $json.app }}' },
			inputs: { mappingMode: 'defineBelow', value: null, matchingColumns: [], schema: [] },
		},
	};
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...changed[node.name] },
	}));
	return { ...workflow, nodes };
}

test('an empty callback URL keeps the workflow from starting, and the notice of a pause is short', async () => {
	const parameters = { ...FORM, waitMode: 'callback', callbackUrl: '' };
	const draft = chain('Callback', start, items(2), runApp(NODE, parameters));
	await shared.editor.open(await store(shared.stage, draft));
	const node = await shared.editor.openNode(NODE);
	await node.labels('Negative Prompt');
	const url = node.parameters.locator('[data-test-id="parameter-input-callbackUrl"]');
	await url.scrollIntoViewIfNeeded();
	await url.locator('input').focus();
	await url.locator('input').blur();
	await node.parameters.getByTestId('parameter-issues').first().hover();
	await shared.editor.page.getByText('Parameter "Callback URL" is required').first().waitFor();

	await node.choose('waitMode', 'Pause Execution');
	const notice = node.parameters.getByText('Add Task: Get Outputs next');
	await notice.scrollIntoViewIfNeeded();
});

test('a paused node shows the request IDs of its tasks in place of its output', async () => {
	const { stage, editor } = shared;
	const output = editor.page.getByTestId('output-panel');
	stage.emulator.plan({ queuingMs: 0, runningMs: 3_600_000 });
	const draft = chain('Paused', start, items(2), pausingRun(NODE), onTask('After', 'getOutputs'));
	const workflow = await store(stage, draft);
	await editor.open(workflow);
	await editor.executeWorkflow();
	await editor.openNode(NODE);
	await output.getByText('Waiting for input').waitFor();

	const created = stage.emulator.tasks().slice(-2);
	const ids = created.map(({ requestId }) => requestId).join(', ');
	expect(await output.innerText()).toContain(
		`Task: Get Status or Task: Stop in another workflow: ${ids}`,
	);
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
});
