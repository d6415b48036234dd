import { decodePicture } from '../../../emulator/rendering/picture.mts';
import {
	readBinary,
	waitForExecution,
	itemsOf,
	type Execution,
} from '../../../scripts/n8n/executions.mts';
import { createWorkflow, type Workflow } from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { jsonOf } from '../stage/pausing.mts';
import { openTestStage, projectFolder, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';

/**
 * Google and Slack can't be replaced by a server of ours. Their nodes have pinned data, and n8n runs all
 * others. What it makes of the files is tested in imports.test.mts.
 */
const SHEETS = 'generate-images-from-google-sheets.json';
const SLACK = 'approve-tasks-in-slack.json';

type PinData = Readonly<Record<string, ReadonlyArray<{ readonly json: object }>>>;

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
});

afterAll(() => stage?.close());

/** Runs an example from a node, with data in place of what others would have returned. */
async function runPinned(file: string, from: string, pinData: PinData): Promise<Execution> {
	const { rest } = stage;
	const example = await readExample(stage, projectFolder, file);
	const workflow = await createWorkflow(rest, { ...example, pinData } as Workflow);
	const { executionId } = await rest.call<{ readonly executionId: string }>(
		...(['POST', `/rest/workflows/${workflow.id}/run`] as const),
		{ workflowData: workflow, startNodes: [], triggerToStartFrom: { name: from } },
	);
	const execution = await waitForExecution(rest, executionId, 120_000);
	expect(execution.error).toBeUndefined();
	return execution;
}

const rows = [
	{ row_number: 2, prompt: 'A lighthouse', state: '' },
	{ row_number: 3, prompt: 'A red fox', state: 'done' },
	{ row_number: 4, prompt: '', state: '' },
	{ row_number: 5, prompt: 'A heron', state: '' },
];

test('open rows of a sheet become images, whose names and rows belong together', async () => {
	const execution = await runPinned(SHEETS, 'When clicking ‘Execute workflow’', {
		'Get Rows': rows.map((json) => ({ json })),
		'Save Image': [{ json: { webViewLink: 'a link' } }, { json: { webViewLink: 'another' } }],
		...{ 'Save Link': [{ json: {} }], 'Save Reason': [{ json: {} }] },
	});

	const items = itemsOf(execution, 'Generate Images');
	expect(items.map(({ json }) => [json['row_number'], json['prompt']])).toEqual([
		[2, 'A lighthouse'],
		[5, 'A heron'],
	]);
	expect(items.map(({ binary }) => binary?.['data']?.fileName)).toEqual(['row 2.png', 'row 5.png']);
	const record = items[0]?.binary?.['data'];
	const picture = record && (await decodePicture(await readBinary(stage.rest, record)));
	expect(picture).toMatchObject({ width: 512 });
});

test('a row whose task failed gets the reason', async () => {
	stage.emulator.plan({ outcome: 'Failed', errorMessage: '=HYPERLINK("x")' }, { times: 1 });

	const execution = await runPinned(SHEETS, 'When clicking ‘Execute workflow’', {
		...{ 'Get Rows': [{ json: rows[0] ?? {} }], 'Save Image': [{ json: {} }] },
		...{ 'Save Link': [{ json: {} }], 'Save Reason': [{ json: {} }] },
	});

	const [failed] = itemsOf(execution, 'Generate Images', 1);
	expect(failed?.json).toMatchObject({
		row_number: 2,
		error: expect.stringContaining('HYPERLINK'),
	});
	expect(execution.runs['Save Reason']).toHaveLength(1);
	expect(execution.runs['Save Link']).toBeUndefined();
});

test.each([
	['approved', true, 1],
	['declined', false, 0],
])('a request that is %s in Slack', async (_, approved, tasks) => {
	const before = stage.emulator.tasks().length;

	const execution = await runPinned(SLACK, 'When Prompt Is Submitted', {
		'When Prompt Is Submitted': [{ json: { Prompt: 'A red fox' } }],
		'Ask for Approval': [{ json: { data: { approved } } }],
		...{ 'Send Image': [{ json: { ok: true } }], 'Send Reason': [{ json: { ok: true } }] },
	});

	const created = stage.emulator.tasks().slice(before);
	expect(created).toHaveLength(tasks);
	expect(created.map(({ inputValues }) => inputValues['6:CLIPTextEncode.text'])).toEqual(
		approved ? ['A red fox'] : [],
	);
	expect(jsonOf(execution, 'Generate Image').map(({ status }) => status)).toEqual(
		approved ? ['Success'] : [],
	);
});
