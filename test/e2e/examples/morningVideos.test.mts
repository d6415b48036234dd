import { itemsOf, readBinary, type Execution } from '../../../scripts/n8n/executions.mts';
import type { StoredWorkflow, WorkflowNode } from '../../../scripts/n8n/workflows.mts';
import { addRow, changeRows, readRows } from '../stage/dataTables.mts';
import type { ScriptedChat } from '../stage/scriptedChat.mts';
import { standIn } from '../stage/standIns.mts';
import { openTestStage, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';
import { createWriting, runToEnd, startWriter } from '../stage/writingModels.mts';

/** Google can't be replaced by a server of ours, so a Code node takes what YouTube would get. */
const TABLE = 'Video Ideas';
const PICTURE_APP = 54663;
const VIDEO_APP = 57109;
const PROMPT = '6:CLIPTextEncode.text';
const UNSPOKEN = 'An idea that the model refuses';
const REFUSED = 'A heron that YouTube refuses';

let stage: TestStage;
let chat: ScriptedChat;
let workflow: StoredWorkflow;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
	chat = await startWriter((idea) => {
		if (idea === UNSPOKEN) throw Object.assign(new Error('No words'), { statusCode: 400 });
		return `${idea}, seen from above`;
	});
	workflow = await createWriting(stage, chat, 'publish-videos-every-morning.json', atYouTube);
	// The first morning finds no table and makes one.
	await runToEnd(stage, workflow);
});

afterAll(async () => {
	await stage?.close();
	await chat?.close();
});

function atYouTube(node: WorkflowNode): WorkflowNode {
	if (node.name !== 'Upload to YouTube') return node;
	const refuse = `if (sent.title === '${REFUSED}' && !$('Get Made Videos').item.json.reason) throw new Error('Quota')`;
	const { title, binaryProperty } = node.parameters;
	return standIn(
		node,
		{ title, binaryProperty },
		`(() => { ${refuse}; return { uploadId: 'id of ' + sent.title }; })()`,
	);
}

const add = (idea: string) => addRow(stage.rest, TABLE, { idea });
const rows = async (...ideas: readonly string[]) =>
	(await readRows(stage.rest, TABLE)).filter(({ idea }) => ideas.includes(String(idea)));
const sentOf = (execution: Execution) =>
	itemsOf(execution, 'Upload to YouTube').map(({ json }) => json['sent']);
const tasksSince = (before: number) => stage.emulator.tasks().slice(before);

test('an idea becomes a picture, the picture a video by its URL, and the video goes to YouTube', async () => {
	await add('A lighthouse <at dawn>');

	const execution = await runToEnd(stage, workflow);

	const [picture, video, ...others] = stage.emulator.tasks();
	expect(others).toEqual([]);
	expect(picture).toMatchObject({
		appId: PICTURE_APP,
		inputValues: { [PROMPT]: 'A lighthouse <at dawn>, seen from above' },
	});
	const [made] = itemsOf(execution, 'Generate Picture');
	expect(video?.appId).toBe(VIDEO_APP);
	expect(video?.inputValues['4:LoadImage.image']).toBe(made?.json['url']);
	const files = stage.emulator.requests().map(({ operation }) => operation);
	expect(files.filter((operation) => ['put', 'download'].includes(operation))).toEqual([
		'download',
	]);
	const [uploaded] = itemsOf(execution, 'Upload to YouTube');
	expect(uploaded?.json['sent']).toEqual({
		title: 'A lighthouse at dawn',
		binaryProperty: 'data',
	});
	const file = uploaded?.binary?.['data'];
	expect(file?.mimeType).toBe('video/mp4');
	const bytes = file && (await readBinary(stage.rest, file));
	expect(bytes?.subarray(4, 8).toString()).toBe('ftyp');
	expect(await rows('A lighthouse <at dawn>')).toMatchObject([
		{
			...{ status: 'published', request_id: video?.requestId },
			youtube_id: 'id of A lighthouse at dawn',
		},
	]);
});

test('a failed idea gets its reason, holds back none, and no idea is paid twice', async () => {
	const ideas = ['A red fox', 'An old harbor', 'A garden'];
	for (const idea of ideas) await add(idea);
	const before = stage.emulator.tasks().length;
	stage.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of paint' }, { times: 1 });

	await runToEnd(stage, workflow);

	const found = await rows(...ideas);
	const failed = found.filter(({ status }) => status === 'failed');
	expect(failed).toMatchObject([{ reason: expect.stringContaining('Out of paint') }]);
	expect(found.filter(({ status }) => status === 'published')).toHaveLength(2);
	expect(tasksSince(before)).toHaveLength(5);

	const again = await runToEnd(stage, workflow);

	expect(tasksSince(before)).toHaveLength(5);
	expect(sentOf(again)).toEqual([]);

	const idea = String(failed[0]?.['idea']);
	await changeRows(stage.rest, TABLE, ['idea', idea], { status: '' });
	await runToEnd(stage, workflow);
	expect(await rows(idea)).toMatchObject([{ status: 'published', reason: '' }]);
	expect(tasksSince(before)).toHaveLength(7);
});

test('a video that YouTube refuses is uploaded the next morning, without another task', async () => {
	await add(REFUSED);
	const before = stage.emulator.tasks().length;

	await runToEnd(stage, workflow);

	expect(await rows(REFUSED)).toMatchObject([
		{ status: 'made', reason: expect.stringContaining('Quota') },
	]);
	expect(tasksSince(before)).toHaveLength(2);

	const next = await runToEnd(stage, workflow);

	expect(sentOf(next)).toEqual([{ title: REFUSED, binaryProperty: 'data' }]);
	expect(await rows(REFUSED)).toMatchObject([{ status: 'published', reason: '' }]);
	expect(tasksSince(before)).toHaveLength(2);
});

test('at most three ideas are taken on a morning, the oldest first', async () => {
	const ideas = ['One', 'Two', 'Three', 'Four'];
	for (const idea of ideas) await add(idea);

	await runToEnd(stage, workflow);

	const states = (await rows(...ideas)).map(({ idea, status }) => [idea, status]);
	expect(states).toEqual(
		expect.arrayContaining([
			...['One', 'Two', 'Three'].map((idea) => [idea, 'published']),
			['Four', null],
		]),
	);
});

test('an idea that the chat model refuses costs nothing, and the next one is published', async () => {
	await changeRows(stage.rest, TABLE, ['idea', 'Four'], { status: 'published' });
	const before = stage.emulator.tasks().length;
	for (const idea of [UNSPOKEN, 'Five']) await add(idea);

	await runToEnd(stage, workflow);

	expect(await rows(UNSPOKEN)).toMatchObject([
		{ status: 'failed', reason: expect.stringMatching(/./), request_id: '' },
	]);
	expect(await rows('Five')).toMatchObject([{ status: 'published' }]);
	expect(tasksSince(before)).toHaveLength(2);
});
