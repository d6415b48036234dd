import { itemsOf } from '../../../scripts/n8n/executions.mts';
import type { StoredWorkflow, WorkflowNode } from '../../../scripts/n8n/workflows.mts';
import { peak } from '../stage/exampleRuns.mts';
import { jsonOf } from '../stage/pausing.mts';
import type { ScriptedChat } from '../stage/scriptedChat.mts';
import { standIn } from '../stage/standIns.mts';
import { openTestStage, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';
import { createWriting, runToEnd, startWriter } from '../stage/writingModels.mts';

/** Facebook can't be replaced by a server of ours, so Code nodes take what Instagram would get. */
const PICTURES = ['its face from close by', 'running over a field', 'asleep under a tree'];
const CAPTION = 'A day of a fox';
const PROMPT = '6:CLIPTextEncode.text';
const SEED = '30:Seed (rgthree).seed';

type Parameter = { readonly name: string; readonly value: string };

let stage: TestStage;
let chat: ScriptedChat;
let workflow: StoredWorkflow;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
	chat = await startWriter(() =>
		JSON.stringify({ output: { caption: CAPTION, pictures: PICTURES } }),
	);
	workflow = await createWriting(stage, chat, 'post-a-carousel-on-instagram.json', atFacebook);
});

beforeEach(() => stage.emulator.reset());

afterAll(async () => {
	await stage?.close();
	await chat?.close();
});

function atFacebook(node: WorkflowNode): WorkflowNode {
	if (node.type !== 'n8n-nodes-base.facebookGraphApi') return node;
	const { edge, options } = node.parameters as {
		readonly edge: string;
		readonly options: { readonly queryParameters: { readonly parameter: readonly Parameter[] } };
	};
	const query = options.queryParameters.parameter.map(({ name, value }) => [name, value] as const);
	return standIn(
		node,
		{ edge, ...Object.fromEntries(query) },
		"{ id: sent.media_type ?? 'picture ' + $itemIndex }",
	);
}

const sentBy = (execution: Parameters<typeof jsonOf>[0], node: string) =>
	jsonOf(execution, node).map(({ sent }) => sent);

test('pictures of one subject are made at the same time, and posted in the order of the list', async () => {
	// The first one ends last.
	stage.emulator.plan({ runningMs: 6_000 }, { times: 1 });

	const execution = await runToEnd(stage, workflow);

	const tasks = stage.emulator.tasks();
	expect(peak(tasks)).toBe(PICTURES.length);
	const urls = itemsOf(execution, 'Generate Pictures').map(({ json }) => json['url']);
	const prompts = itemsOf(execution, 'Generate Pictures').map(
		({ json }) =>
			tasks.find(({ requestId }) => requestId === json['request_id'])?.inputValues[PROMPT],
	);
	expect(prompts).toEqual(PICTURES.map((each) => `A red fox in the snow, watercolor: ${each}`));
	expect(new Set(tasks.map(({ inputValues }) => inputValues[SEED])).size).toBe(1);
	expect(sentBy(execution, 'Create Pictures')).toEqual(
		urls.map((image_url) => ({ edge: 'media', image_url, is_carousel_item: 'true' })),
	);
	expect(sentBy(execution, 'Create Carousel')).toEqual([
		{
			...{ edge: 'media', media_type: 'CAROUSEL', caption: CAPTION },
			children: 'picture 0,picture 1,picture 2',
		},
	]);
	expect(sentBy(execution, 'Publish Carousel')).toEqual([
		{ edge: 'media_publish', creation_id: 'CAROUSEL' },
	]);
});

test('a picture that failed is made again, and no finished one', async () => {
	stage.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of paint' }, { times: 1 });

	const execution = await runToEnd(stage, workflow);

	expect(stage.emulator.tasks()).toHaveLength(PICTURES.length + 1);
	expect(sentBy(execution, 'Create Pictures')).toHaveLength(PICTURES.length);
});
