import { randomUUID } from 'node:crypto';
import {
	itemsOf,
	readBinary,
	runWorkflow,
	waitForExecution,
	type Execution,
} from '../../../scripts/n8n/executions.mts';
import { createWorkflow, type StoredWorkflow } from '../../../scripts/n8n/workflows.mts';
import { decodePicture } from '../../../emulator/rendering/picture.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { changeRows, readRows } from '../stage/dataTables.mts';
import { openTestStage, projectFolder, type TestStage } from '../stage/testStage.mts';

const REUSING = 'reuse-results-with-a-data-table.json';
const TABLE = 'AI App Results';

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage();
});

afterAll(() => stage?.close());

test('a prompt creates one task, and later executions return its image', async () => {
	const [known, other] = [`A lighthouse ${randomUUID()}`, `A red fox ${randomUUID()}`];
	const paid = () => stage.emulator.tasks().length;

	const first = await run(known);
	expect(paid()).toBe(1);
	const [task] = stage.emulator.tasks();
	expect(itemsOf(first, 'Use the Image (Replace Me)')).toHaveLength(1);
	expect(startOf(first, 'Save Result')).toBeLessThan(startOf(first, 'Use the Image (Replace Me)'));
	expect(await rowOf(known)).toMatchObject({ request_id: task?.requestId });

	const second = await run(known);
	expect(paid()).toBe(1);
	expect(itemsOf(second, 'Generate Image')).toEqual([]);
	await expectPicture(second, task?.requestId);

	const mixed = await run(known, other);
	expect(paid()).toBe(2);
	expect(itemsOf(mixed, 'Get Stored Image')).toHaveLength(1);
	await expectPicture(mixed, task?.requestId);
	expect(await rowOf(other)).toMatchObject({ request_id: stage.emulator.tasks()[1]?.requestId });
});

test('a result that expires soon is deleted from the table before its prompt is looked up', async () => {
	const prompt = `A heron ${randomUUID()}`;
	await run(prompt);
	const soon = { expires_at: new Date(Date.now() + 60_000).toISOString() };
	await changeRows(stage.rest, TABLE, ['prompt', prompt], soon);

	const execution = await run(prompt);

	expect(itemsOf(execution, 'Get Stored Image')).toEqual([]);
	const [item] = itemsOf(execution, 'Generate Image');
	expect(await rowOf(prompt)).toMatchObject({ request_id: item?.json['request_id'] });
});

/** Runs the example with these prompts. */
async function run(...prompts: readonly string[]): Promise<Execution> {
	const example = await readExample(stage, projectFolder, REUSING);
	const nodes = example.nodes.map((node) =>
		node.name === 'Set Prompt' ? { ...node, ...promptsNode(prompts) } : node,
	);
	const workflow = await createWorkflow(stage.rest, { ...example, nodes });
	return runToEnd(workflow);
}

function promptsNode(prompts: readonly string[]) {
	const jsCode = `return ${JSON.stringify(prompts.map((prompt) => ({ json: { prompt } })))};`;
	const parameters = { mode: 'runOnceForAllItems', language: 'javaScript', jsCode };
	return { type: 'n8n-nodes-base.code', typeVersion: 2, parameters };
}

async function runToEnd(workflow: StoredWorkflow): Promise<Execution> {
	const id = await runWorkflow(stage.rest, workflow);
	const execution = await waitForExecution(stage.rest, id, 120_000);
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}

/** n8n counts the nodes that it runs. */
function startOf({ runs }: Execution, name: string): number {
	return (runs[name]?.[0] as { readonly executionIndex?: number }).executionIndex ?? NaN;
}

async function rowOf(prompt: string) {
	const rows = (await readRows(stage.rest, TABLE)).filter((row) => row['prompt'] === prompt);
	expect(rows).toHaveLength(1);
	return rows[0];
}

async function expectPicture(execution: Execution, requestId: string | undefined): Promise<void> {
	const [item] = itemsOf(execution, 'Get Stored Image');
	expect(item?.json).toMatchObject({ request_id: requestId, status: 'Success' });
	const record = item?.binary?.['data'];
	if (record === undefined) throw new Error('The item holds no file in "data".');
	expect(await decodePicture(await readBinary(stage.rest, record))).toMatchObject({ width: 512 });
}
