import { createWorkflow, type Workflow } from '../../../scripts/n8n/workflows.mts';
import { useEditorStage } from '../stage/editorStage.mts';

const shared = useEditorStage();

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
	await editor.screenshot('image-of-a-model');
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
