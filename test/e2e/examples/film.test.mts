import { itemsOf, readBinary } from '../../../scripts/n8n/executions.mts';
import type { StoredWorkflow } from '../../../scripts/n8n/workflows.mts';
import { peak } from '../stage/exampleRuns.mts';
import type { ScriptedChat } from '../stage/scriptedChat.mts';
import { openTestStage, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';
import { createWriting, runToEnd, startWriter } from '../stage/writingModels.mts';

const SCENES = ['A boat at dawn', 'A lighthouse at noon', 'Rain on the sea', 'A harbor at night'];
const CLIP_APP = 57107;
const FILM_APP = 57110;
const PROMPT = '6:CLIPTextEncode.text';

let stage: TestStage;
let chat: ScriptedChat;
let workflow: StoredWorkflow;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
	const script = JSON.stringify({ output: { scenes: SCENES } });
	chat = await startWriter(() => `\`\`\`json\n${script}\n\`\`\``);
	workflow = await createWriting(
		stage,
		chat,
		'generate-scenes-and-merge-them.json',
		(node) => node,
	);
});

beforeEach(() => stage.emulator.reset());

afterAll(async () => {
	await stage?.close();
	await chat?.close();
});

/** Of a video of the emulator, whose tables come first. */
const framesOf = (video: Buffer) => video.subarray(video.indexOf('mdat') + 4);
const tasksOf = (app: number) => stage.emulator.tasks().filter(({ appId }) => appId === app);

test('all clips are made at the same time, and one film of them in the order of the scenes', async () => {
	// The first one ends last.
	stage.emulator.plan({ runningMs: 6_000 }, { times: 1, appId: CLIP_APP });

	const execution = await runToEnd(stage, workflow);

	expect(peak(tasksOf(CLIP_APP))).toBe(SCENES.length);
	const clips = itemsOf(execution, 'Generate Clips');
	const prompts = clips.map(
		({ json }) =>
			tasksOf(CLIP_APP).find(({ requestId }) => requestId === json['request_id'])?.inputValues[
				PROMPT
			],
	);
	expect(prompts).toEqual(SCENES);
	const [film, ...others] = tasksOf(FILM_APP);
	expect(others).toEqual([]);
	const urls = clips.map(({ json }) => json['url']);
	expect(film?.inputValues).toEqual({ '7:LoadVideosFromUrls.urls': urls.join('\n') });
	const [result] = itemsOf(execution, 'Use the Film (Replace Me)');
	const file = result?.binary?.['data'];
	const bytes = file && (await readBinary(stage.rest, file));
	const given = await Promise.all(
		urls.map(async (url) => Buffer.from(await (await fetch(String(url))).arrayBuffer())),
	);
	const joined = Buffer.concat(given.map(framesOf));
	expect(bytes && framesOf(bytes).equals(joined)).toBe(true);
	const downloads = stage.emulator.requests().filter(({ operation }) => operation === 'download');
	expect(downloads.length).toBe(1 + urls.length);
});

test('a clip that failed is made again, and no finished one', async () => {
	stage.emulator.plan(
		{ outcome: 'Failed', errorMessage: 'Out of paint' },
		{ times: 1, appId: CLIP_APP },
	);

	const execution = await runToEnd(stage, workflow);

	expect(tasksOf(CLIP_APP)).toHaveLength(SCENES.length + 1);
	expect(itemsOf(execution, 'Generate Clips')).toHaveLength(SCENES.length);
	expect(tasksOf(FILM_APP)).toHaveLength(1);
});
