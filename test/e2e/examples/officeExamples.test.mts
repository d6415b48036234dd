import { readFile } from 'node:fs/promises';
import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';
import { decodePicture } from '../../../emulator/rendering/picture.mts';
import {
	readBinary,
	waitForExecution,
	itemsOf,
	type Execution,
} from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	createWorkflow,
	findWorkflow,
	type Workflow,
	type WorkflowNode,
} from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { unknownParameters } from '../../frozen/savedParameters.mts';
import { jsonOf } from '../stage/pausing.mts';
import { projectFolder } from '../stage/testStage.mts';
import { useEditorStage } from '../stage/editorStage.mts';

/**
 * Google, Slack and others can't be replaced by a server of ours. n8n itself imports these examples and
 * describes their nodes, and runs all other nodes while those of Google and Slack have pinned data.
 */
const SHEETS = 'generate-images-from-google-sheets.json';
const SLACK = 'approve-tasks-in-slack.json';
const VIDEOS = 'publish-videos-every-morning.json';
const FOREIGN = /^(@n8n\/)?n8n-nodes-(base|langchain)\.(?!stickyNote)/;

type PinData = Readonly<Record<string, ReadonlyArray<{ readonly json: object }>>>;

const shared = useEditorStage();
let descriptions: readonly INodeTypeDescription[];

beforeAll(async () => {
	const answer = await shared.stage.rest.bytes('/types/nodes.json');
	descriptions = JSON.parse(answer.toString('utf8')) as typeof descriptions;
});

function descriptionOf({ type, typeVersion }: WorkflowNode): INodeTypeDescription {
	const found = descriptions.find(
		({ name, version }) => name === type && [version].flat().includes(typeVersion),
	);
	if (!found) throw new Error(`n8n has no ${type} ${typeVersion}.`);
	return found;
}

/** The parameters of a node as n8n completes them: what it doesn't know is left out. */
function completed(node: WorkflowNode) {
	const description = descriptionOf(node);
	const parameters = node.parameters as Parameters<typeof NodeHelpers.getNodeParameters>[1];
	return NodeHelpers.getNodeParameters(
		...([description.properties, parameters, true, false, node, description] as const),
	);
}

const readFileOf = async (file: string) =>
	JSON.parse(await readFile(`workflows/${file}`, 'utf8')) as Workflow;

describe.each([
	[SHEETS, ['documentId', 'documentId', 'documentId']],
	[SLACK, ['channelId', 'channelId']],
	[VIDEOS, []],
	['post-a-carousel-on-instagram.json', []],
	['generate-pictures-in-a-whatsapp-bot.json', []],
	['post-on-linkedin-after-an-approval.json', ['fromEmail', 'person', 'toEmail']],
])('%s', (file, toSelect) => {
	it('has parameters and values that the nodes of n8n have', async () => {
		const nodes = (await readFileOf(file)).nodes.filter(({ type }) => FOREIGN.test(type));

		expect(nodes.length).toBeGreaterThan(3);
		for (const node of nodes) {
			const withDefaults = { ...node, parameters: { ...completed(node), ...node.parameters } };
			const unknown = unknownParameters(withDefaults as never, descriptionOf(node));
			expect([node.name, unknown]).toEqual([node.name, []]);
		}
	});

	it('lacks what users select themselves, and nothing else', async () => {
		const nodes = (await readFileOf(file)).nodes.filter(({ type }) => FOREIGN.test(type));

		const issues = nodes.flatMap((node) => {
			const description = descriptionOf(node);
			const filled = { ...node, parameters: completed(node) };
			const found = NodeHelpers.getNodeParametersIssues(
				...([description.properties, filled as never, description] as const),
			);
			return Object.keys(found?.parameters ?? {});
		});

		expect(issues.toSorted()).toEqual(toSelect);
	});

	it("keeps all of its parameters when n8n's editor imports it", async () => {
		const { editor, stage } = shared;
		const example = { ...(await readFileOf(file)), name: `Imported ${file}` };
		const buffer = Buffer.from(JSON.stringify(example));

		await editor.page.goto(`${stage.n8n.url}/workflow/new`);
		const upload = { name: file, mimeType: 'application/json', buffer };
		await editor.page.getByTestId('workflow-import-input').setInputFiles(upload);
		const last = example.nodes.filter(({ type }) => !type.endsWith('stickyNote')).at(-1)?.name;
		await editor.page.locator(`[data-node-name="${last}"]`).first().waitFor();
		await editor.page.keyboard.press('Control+s');

		const saving = () => findWorkflow(stage.rest, example.name);
		const stored = await waitUntil('the workflow', saving, { timeoutMs: 60_000 });
		const foreign = ({ nodes }: Workflow) =>
			nodes
				.filter(({ type }) => FOREIGN.test(type))
				.map((node) => [node.name, node.typeVersion, completed(node)]);
		expect(foreign(stored)).toEqual(foreign(example));
	});
});

it('a misspelled parameter or value is found', async () => {
	const { nodes } = await readFileOf(SLACK);
	const node = nodes.find(({ name }) => name === 'Ask for Approval') as WorkflowNode;
	const parameters = { ...node.parameters, responseType: 'yesOrNo', mesage: 'x' };

	const unknown = unknownParameters({ ...node, parameters } as never, descriptionOf(node));

	expect(unknown).toEqual(expect.arrayContaining(['responseType: yesOrNo', 'mesage']));
});

/** Runs an example from a node, with data in place of what others would have returned. */
async function runPinned(file: string, from: string, pinData: PinData): Promise<Execution> {
	const { rest } = shared.stage;
	const example = await readExample(shared.stage, projectFolder, file);
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
	const picture = record && (await decodePicture(await readBinary(shared.stage.rest, record)));
	expect(picture).toMatchObject({ width: 512 });
});

test('a row whose task failed gets the reason', async () => {
	shared.stage.emulator.plan({ outcome: 'Failed', errorMessage: '=HYPERLINK("x")' }, { times: 1 });

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
	const before = shared.stage.emulator.tasks().length;

	const execution = await runPinned(SLACK, 'When Prompt Is Submitted', {
		'When Prompt Is Submitted': [{ json: { Prompt: 'A red fox' } }],
		'Ask for Approval': [{ json: { data: { approved } } }],
		...{ 'Send Image': [{ json: { ok: true } }], 'Send Reason': [{ json: { ok: true } }] },
	});

	const created = shared.stage.emulator.tasks().slice(before);
	expect(created).toHaveLength(tasks);
	expect(created.map(({ inputValues }) => inputValues['6:CLIPTextEncode.text'])).toEqual(
		approved ? ['A red fox'] : [],
	);
	expect(jsonOf(execution, 'Generate Image').map(({ status }) => status)).toEqual(
		approved ? ['Success'] : [],
	);
});
