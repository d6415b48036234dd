import { itemsOf, runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	createWorkflow,
	readWorkflow,
	withCredential,
	type StoredWorkflow,
	type Workflow,
} from '../../../scripts/n8n/workflows.mts';
import { openEditor, type Editor } from '../stage/editor.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';

const PACKAGE = 'n8n-nodes-ai-app-tasks';
const LEVELS_APP = 56258;
const WITHOUT_DEFAULTS_APP = 57013;

let stage: TestStage;
let editor: Editor;

beforeAll(async () => {
	stage = await openTestStage();
	editor = await openEditor(stage);
});

afterAll(async () => {
	await editor?.close();
	await stage?.close();
});

/** A workflow that gets a photo and gives it to an app, whose form nobody has opened. */
function photoToApp(appId: number): Promise<StoredWorkflow> {
	const node = (
		name: string,
		type: string,
		typeVersion: number,
		parameters: object,
		x: number,
	) => ({
		...{ id: name, name, type, typeVersion, parameters, position: [x, 0] as const },
	});
	const workflow = {
		name: `Photo to App ${appId}`,
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}, 0),
			node(
				'Get Photo',
				'n8n-nodes-base.httpRequest',
				4.2,
				{
					url: `${stage.emulator.storageUrl}/samples/portrait.png`,
					options: { response: { response: { responseFormat: 'file' } } },
				},
				200,
			),
			node(
				'Run App',
				`${PACKAGE}.aiApp`,
				1,
				{ appId: { __rl: true, mode: 'id', value: String(appId) } },
				400,
			),
		],
		connections: {
			Start: { main: [[{ node: 'Get Photo', type: 'main', index: 0 }]] },
			'Get Photo': { main: [[{ node: 'Run App', type: 'main', index: 0 }]] },
		},
		settings: {},
	} as unknown as Workflow;
	return createWorkflow(stage.rest, withCredential(workflow, PACKAGE, stage.credential));
}

/** n8n 1.x has another button for it. */
async function closePanel(): Promise<void> {
	const { page } = editor;
	await page.getByTestId('ndv-close-button').or(page.getByTestId('back-to-canvas')).first().click();
	await page.getByTestId('parameter-input').first().waitFor({ state: 'detached' });
}

/** Opens the form of the app, changes nothing, and saves; what is stored then. */
async function openAndSave(workflow: StoredWorkflow, label: string): Promise<StoredWorkflow> {
	await editor.open(workflow);
	const node = await editor.openNode('Run App');
	await node.labels(label);
	await closePanel();
	await editor.page.keyboard.press('Control+s');
	return waitUntil(
		'the workflow to be saved with its form',
		async () => {
			const stored = await readWorkflow(stage.rest, workflow.id);
			return JSON.stringify(stored).includes('"mappingMode"') ? stored : undefined;
		},
		{ timeoutMs: 30_000 },
	);
}

const valuesIn = ({ nodes }: Workflow) =>
	(nodes.find(({ name }) => name === 'Run App')?.parameters['inputs'] as { value: object }).value;

test('nothing is stored and sent for inputs without a default when their form is opened', async () => {
	const stored = await openAndSave(await photoToApp(WITHOUT_DEFAULTS_APP), 'Prompt');

	expect(Object.entries(valuesIn(stored)).filter(([, value]) => (value ?? '') !== '')).toEqual([
		['1:Prompt.text', 'hello'],
	]);

	const id = await runWorkflow(stage.rest, stored);
	const execution = await waitForExecution(stage.rest, id, 60_000);

	expect(itemsOf(execution, 'Run App')).toHaveLength(1);
	expect(stage.emulator.tasks().at(-1)?.inputValues).toEqual({ '1:Prompt.text': 'hello' });
});

test('a photo that the untouched form does not use costs nothing, and the message says what to type', async () => {
	const stored = await openAndSave(await photoToApp(LEVELS_APP), 'Channel');
	const tasksBefore = stage.emulator.tasks().length;

	const id = await runWorkflow(stage.rest, stored);
	const { error } = await waitForExecution(stage.rest, id, 60_000);

	expect(error).toMatchObject({
		message: "'Picture' is empty",
		description: expect.stringContaining('Enter a binary field of this item (data) or a URL.'),
	});
	expect(stage.emulator.tasks()).toHaveLength(tasksBefore);
});
