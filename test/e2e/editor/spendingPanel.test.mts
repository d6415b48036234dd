import type { Locator } from 'playwright-core';
import { createWorkflow, type Workflow } from '../../../scripts/n8n/workflows.mts';
import { useEditorStage } from '../stage/editorStage.mts';

const STEPS = '3:KSampler.steps';
const SEED = '30:Seed (rgthree).seed';

const shared = useEditorStage();

/** The part of the browser's own type that is used, which these scripts are not compiled with. */
type Box = { readonly scrollWidth: number; readonly clientWidth: number };

test('a batch keeps its limits, overrides and random seeds while inputs are checked, and says how many items ran, and why the others did not', async () => {
	const { editor, stage } = shared;
	await editor.open(await createWorkflow(stage.rest, batchOf(6, shared.example)));
	const node = await editor.openNode('Generate Image');
	await node.labels('Negative Prompt');

	await node.addOption('Max Billed Seconds', 'maxBilledSeconds', 600);
	await node.addOption('Max Run Time (Minutes)', 'maxRunMinutes', 5);
	await node.addOption('Max Tasks per Execution', 'maxTasks', 3);
	// n8n deletes what an operation doesn't show.
	await node.choose('operation', 'Check Inputs');
	await node.choose('operation', 'Run');
	expect(await cutOff(node.parameters.locator('label'))).toEqual([]);
	await node.executeStep();

	const output = editor.page.getByTestId('output-panel');
	await output.getByText('6 items', { exact: true }).waitFor();
	expect(await output.innerText()).toContain(
		"3 of 6 succeeded (4.8 billed seconds), 3 didn't run.",
	);
	await output.getByText('JSON', { exact: true }).click();
	// Only what is in view exists.
	await output.getByText('"request_id"').first().hover();
	await editor.page.mouse.wheel(0, 100_000);
	await output.getByText('The limit of 3 tasks per execution is reached').first().waitFor();
	const shown = await output.innerText();
	expect(shown).toContain("raise the option 'Max Tasks per Execution'");
	const sent = stage.emulator.tasks().map(({ inputValues }) => inputValues);
	expect(sent.map((values) => Number(values[STEPS]))).toEqual([7, 7, 7]);
	expect(new Set(sent.map((values) => values[SEED])).size).toBe(3);
});

/** The texts of labels that the panel is too narrow for. */
function cutOff(labels: Locator): Promise<readonly string[]> {
	return labels.locator('*').evaluateAll((all) =>
		all
			.filter((each) => {
				const { scrollWidth, clientWidth } = each as unknown as Box;
				return scrollWidth > clientWidth + 1;
			})
			.map((each) => String(each.textContent)),
	);
}

/** The example with this many items, an override and random seeds. It continues when an item fails. */
function batchOf(count: number, { nodes, ...more }: Workflow): Workflow {
	const jsCode = `return Array.from({ length: ${count} }, (_, n) => ({ json: { prompt: 'A heron ' + n } }));`;
	const prompts = {
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { mode: 'runOnceForAllItems', language: 'javaScript', jsCode },
	};
	const settings = {
		overrideInputs: { values: [{ key: STEPS, value: '7' }] },
		options: { seedMode: 'random' },
	};
	return {
		...more,
		nodes: nodes.map((node) => {
			if (node.name === 'Set Prompt') return { ...node, ...prompts };
			if (node.name !== 'Generate Image') return node;
			const parameters = { ...node.parameters, ...settings };
			return { ...node, parameters, onError: 'continueRegularOutput' };
		}),
	};
}

test('a model returns its image, and the list of operations says that it cannot be stopped', async () => {
	const { editor, stage } = shared;
	await editor.open(await createWorkflow(stage.rest, withModel(shared.example)));
	const node = await editor.openNode('Generate Image');

	await node.parameters.getByTestId('parameter-input-operation').click();
	const operations = editor.page.getByTestId('parameter-input-item').filter({ visible: true });
	await operations.getByText("Model tasks can't be stopped.").waitFor();
	await editor.page.keyboard.press('Escape');
	await node.addOption('Max Tasks per Execution', 'maxTasks', 1);
	await node.executeStep();

	expect(await node.viewPicture()).toEqual({ width: 320, height: 256 });
	expect(stage.emulator.modelTasks()).toMatchObject([{ values: { prompt: 'A red kite' } }]);
});

/** The example with a model in place of the app. */
function withModel({ nodes, ...more }: Workflow): Workflow {
	const parameters = {
		resource: 'model',
		operation: 'run',
		modelPath: 'sample-painter/text-to-image',
		modelParameters: '{ "prompt": "A red kite", "width": 320, "height": 256 }',
	};
	const changed = nodes.map((node) =>
		node.name === 'Generate Image' ? { ...node, parameters } : node,
	);
	return { ...more, nodes: changed };
}
