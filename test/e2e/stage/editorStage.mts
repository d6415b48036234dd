import type { Workflow } from '../../../scripts/n8n/workflows.mts';
import { MAIN_EXAMPLE, readExample } from '../../../scripts/stage/examples.mts';
import { openEditor, type Editor } from './editor.mts';
import { openTestStage, projectFolder, type TestStage } from './testStage.mts';

/** What the tests of a file share; available once the first of them starts. */
export type EditorStage = {
	readonly stage: TestStage;
	readonly editor: Editor;
	/** The main example workflow, with the credential chosen. */
	readonly example: Workflow;
};

/** Tests choose other apps before anything has run: then the editor loads a form only without open expressions. */
function withGuard(example: Workflow): Workflow {
	const guarded = "{{ $prevNode.name ? $json.prompt : '' }}";
	return JSON.parse(JSON.stringify(example).replace('{{ $json.prompt }}', guarded)) as Workflow;
}

/**
 * A stage with n8n's editor open for all tests of a file; a screenshot is taken at the end of each.
 */
export function useEditorStage(): EditorStage {
	let stage: TestStage;
	let editor: Editor;
	let example: Workflow;

	beforeAll(async () => {
		stage = await openTestStage();
		editor = await openEditor(stage);
		example = withGuard(await readExample(stage, projectFolder, MAIN_EXAMPLE));
	});

	afterEach(async () => {
		const name = String(expect.getState().currentTestName).replaceAll(/\W+/g, '-');
		await editor?.screenshot(`end-of-${name}`);
	});

	afterAll(async () => {
		await editor?.close();
		await stage?.close();
	});

	return {
		get stage() {
			return stage;
		},
		get editor() {
			return editor;
		},
		get example() {
			return example;
		},
	};
}
