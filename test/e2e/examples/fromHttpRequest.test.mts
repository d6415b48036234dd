import { decodePicture } from '../../../emulator/rendering/picture.mts';
import { itemsOf, readBinary } from '../../../scripts/n8n/executions.mts';
import {
	createWorkflow,
	withCredential,
	type Workflow,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.mts';
import { example } from '../../readme/readme.mts';
import { openTestStage, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';
import { runToEnd } from '../stage/writingModels.mts';

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
});

afterAll(() => stage?.close());

test("the node that the guide puts in a loop's place runs as it is pasted", async () => {
	const pasted = JSON.parse(example('afterLoop')) as Pick<Workflow, 'connections' | 'nodes'>;
	// The canvas gives what is pasted its IDs.
	const nodes = pasted.nodes.map((node): WorkflowNode => ({ ...node, id: node.name }));
	const workflow = { ...pasted, nodes, name: 'After', settings: { executionOrder: 'v1' } };
	const ours = withCredential(workflow, 'n8n-nodes-ai-app-tasks', stage.credential);

	const execution = await runToEnd(stage, await createWorkflow(stage.rest, ours));

	const [item, ...others] = itemsOf(execution, 'Run App');
	expect(others).toEqual([]);
	expect(stage.emulator.tasks()).toMatchObject([
		{ inputValues: { '6:CLIPTextEncode.text': 'A lighthouse on a cliff at dawn' } },
	]);
	const file = item?.binary?.['data'];
	const picture = file && (await decodePicture(await readBinary(stage.rest, file)));
	expect(picture?.bitmap).toMatchObject({ width: 512, height: 384 });
});
