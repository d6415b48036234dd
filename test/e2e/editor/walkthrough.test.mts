import { readFile } from 'node:fs/promises';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	findWorkflow,
	type Workflow,
} from '../../../scripts/n8n/workflows.mts';
import { useEditorStage } from '../stage/editorStage.mts';
import { until } from '../stage/until.mts';

const PROMPT = '6:CLIPTextEncode.text';
const ODD_KEYS_APP = 57001;

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
	const found = await shared.editor.searchNode('picture');
	expect(found.join()).toMatch(/AI App\s+Run AI apps to create images/);
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
	await shared.editor.screenshot('form-while-the-service-is-down');
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
	await shared.editor.screenshot('app-by-expression');

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

test.each([
	['edit-a-photo-through-a-webhook.json', 'Receive Photo', 'path'],
	['generate-images-for-mcp-clients.json', 'MCP Server Trigger', 'path'],
	['generate-an-image-from-a-form.json', 'When Prompt Is Submitted', 'webhookId'],
])(
	'%s gets a URL of its own when it is imported, and needs a credential',
	async (file, name, id) => {
		const { editor, stage } = shared;
		const { page } = editor;
		const text = await readFile(`workflows/${file}`, 'utf8');
		// Tests of other files store the example under its own name.
		const example = { ...(JSON.parse(text) as Workflow), name: `Imported ${file}` };
		const buffer = Buffer.from(JSON.stringify(example));

		await page.goto(`${stage.n8n.url}/workflow/new`);
		const upload = { name: file, mimeType: 'application/json', buffer };
		await page.getByTestId('workflow-import-input').setInputFiles(upload);
		await page.locator(`[data-node-name="${name}"]`).first().waitFor();
		await page.keyboard.press('Control+s');

		const saving = () => findWorkflow(stage.rest, example.name);
		const stored = await waitUntil('the workflow', saving, { timeoutMs: 60_000 });
		const [saved, imported] = [example, stored].map(({ nodes }) => {
			const node = nodes.find((each) => each.name === name);
			return { ...node?.parameters, webhookId: node?.webhookId } as Record<string, unknown>;
		});
		expect(imported?.[id]).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
		expect(imported?.[id]).not.toBe(saved?.[id]);
		const published = activateWorkflow(stage.rest, stored);
		await expect(published).rejects.toThrow(
			/Missing required credential: http(Header|Bearer|Basic)Auth/,
		);
	},
);
