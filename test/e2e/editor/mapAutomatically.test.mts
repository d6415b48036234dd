import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	createWorkflow,
	readWorkflow,
	type StoredWorkflow,
} from '../../../scripts/n8n/workflows.mts';
import { useEditorStage } from '../stage/editorStage.mts';
import { chain, runApp, start, store, type NodeDraft } from '../stage/pauseWorkflows.mts';

const ODD_KEYS_APP = 57001;
const UNKNOWN_APP = 99999;
const AUTO = 'autoMapInputData';
const NOTICE = 'The inputs of this app';

const shared = useEditorStage();

type Inputs = { readonly mappingMode: string; readonly value: object | null };

/** What the editor has saved of the form, once it contains `text` beside this mode. */
async function savedAuto(workflow: StoredWorkflow, text: string): Promise<Inputs> {
	await shared.editor.page.keyboard.press('Control+s');
	return waitUntil(
		'the workflow to be saved',
		async () => {
			const { nodes } = await readWorkflow(shared.stage.rest, workflow.id);
			const node = nodes.find(({ name }) => name === 'Generate Image');
			const inputs = node?.parameters['inputs'] as Inputs;
			const isSaved = inputs.mappingMode === AUTO && JSON.stringify(inputs.value).includes(text);
			return isSaved ? inputs : undefined;
		},
		{ timeoutMs: 30_000 },
	);
}

test('the mode stays when another app is chosen, and the panel names the inputs of that app', async () => {
	const workflow = await createWorkflow(shared.stage.rest, shared.example);
	await shared.editor.open(workflow);
	const node = await shared.editor.openNode('Generate Image');
	await node.labels('Negative Prompt');

	await node.mapAutomatically(true);

	expect(await node.notice(/Sampler/)).toBe(
		`${NOTICE}: Prompt, Negative Prompt, Steps, Sampler, Scheduler, Width, Height, Seed.`,
	);
	expect((await savedAuto(workflow, '$json.prompt')).value).toMatchObject({
		'3:KSampler.steps': 9,
	});

	await node.setAppId(UNKNOWN_APP);
	await node.notice(/App 99999 was not found/);
	await node.setAppId(ODD_KEYS_APP);

	expect(await node.notice(/Reversed Brackets/)).toContain('中文标签');
	// n8n fills in the defaults of the app, out of sight.
	expect((await savedAuto(workflow, '红')).value).toMatchObject({ '中文:节点.字段': '红' });

	await node.mapAutomatically(false);
	expect(await node.labels('Reversed Brackets')).toContain('中文标签');
});

/** What a person has in a sheet: texts, numbers and empty cells, and columns for themselves. */
const ROWS = Array.from({ length: 40 }, (_, n) => ({
	Row: n + 1,
	prompt: `picture ${n + 1}`,
	'Negative Prompt': n % 2 === 0 ? 'fog' : '',
	STEPS: (n % 50) + 1,
	Sampler: 'ddim',
	Scheduler: 'simple',
	'28:EmptyLatentImage.width': 256,
	Height: 128,
	Seed: n % 4 === 0 ? '' : 1_000 + n,
	Status: 'open',
}));

const base = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: NodeDraft['parameters'],
) => ({
	...{ name, type: `n8n-nodes-base.${type}`, typeVersion, parameters },
});

/** The rows as n8n reads them from a file: all are texts. */
const SHEET = [
	base('Rows', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ rows: ROWS }) }),
	base('Split', 'splitOut', 1, { fieldToSplitOut: 'rows', options: {} }),
	base('To File', 'spreadsheetFile', 2, { operation: 'toFile', fileFormat: 'csv', options: {} }),
	base('From File', 'spreadsheetFile', 2, { fileFormat: 'csv', options: {} }),
];

test('a sheet of ten columns and 40 rows runs 40 times', async () => {
	const inputs = { mappingMode: AUTO, value: null };
	const app = runApp('Run App', { specifyInputs: 'fields', inputs, waitMode: 'none' });
	await shared.editor.open(await store(shared.stage, chain('Sheet', start, ...SHEET, app)));

	await shared.editor.executeWorkflow();

	const created = () => shared.stage.emulator.tasks();
	await waitUntil('40 tasks', async () => (created().length >= 40 ? true : undefined), {
		timeoutMs: 60_000,
	});
	const sent = created().map(({ inputValues }) => inputValues);
	expect(sent).toHaveLength(40);
	expect(new Set(sent.map((values) => values['6:CLIPTextEncode.text'])).size).toBe(40);
	const second = sent.find((values) => values['6:CLIPTextEncode.text'] === 'picture 2');
	expect(second).toEqual({
		'6:CLIPTextEncode.text': 'picture 2',
		'3:KSampler.steps': 2,
		'3:KSampler.sampler_name': 'ddim',
		'3:KSampler.scheduler': 'simple',
		'28:EmptyLatentImage.width': 256,
		'28:EmptyLatentImage.height': 128,
		'30:Seed (rgthree).seed': 1_001,
	});
	const node = await shared.editor.openNode('Run App');
	await shared.editor.page.getByText('2 fields set no input: Row, Status.').waitFor();
	expect(await node.notice(/Sampler/)).toContain(NOTICE);
});
