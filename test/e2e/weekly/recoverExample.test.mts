import {
	executionIds,
	itemsOf,
	runWorkflow,
	waitForExecution,
} from '../../../scripts/n8n/executions.mts';
import type { N8nServer } from '../../../scripts/n8n/server.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { activateWorkflow, createWorkflow } from '../../../scripts/n8n/workflows.mts';
import { readExample, resultNode } from '../../../scripts/stage/examples.mts';
import { addRow, readRows } from '../stage/dataTables.mts';
import { nextExecution, pictureOf } from '../stage/exampleRuns.mts';
import { openOwnStage, type OwnStage } from '../stage/ownStage.mts';
import { killAndRestart } from '../stage/restart.mts';
import { projectFolder } from '../stage/testStage.mts';

const SIZE = { width: 512, height: 384 };
const PICKING_UP = 'recover-tasks-after-a-crash.json';
const TABLE = 'AI App Tasks';

let stage: OwnStage;
let second: N8nServer | undefined;

beforeAll(async () => {
	stage = await openOwnStage();
});

afterAll(async () => {
	await second?.stop();
	await stage?.close();
});

test('a task whose execution was killed is continued once after n8n restarts, whatever becomes of others', async () => {
	const { rest, emulator } = stage;
	const example = await readExample(stage, projectFolder, PICKING_UP);
	const workflow = await createWorkflow(rest, example);
	await waitForExecution(rest, await runWorkflow(rest, workflow), 120_000);
	await activateWorkflow(rest, workflow);
	const paid = emulator.tasks().length;
	emulator.plan({ runningMs: 20_000, outcome: 'Failed' }, { times: 1 });
	emulator.plan({ runningMs: 20_000 }, { times: 1 });
	const rows = () => readRows(rest, TABLE);
	await addRow(rest, TABLE, { request_id: 'unknown', prompt: '' });
	for (const count of [2, 3]) {
		await runWorkflow(rest, workflow);
		const areThere = async () => (await rows()).length === count || undefined;
		await waitUntil('its row', areThere, { timeoutMs: 60_000 });
	}

	const before = await executionIds(rest, workflow);
	second = await killAndRestart(stage);

	const [failed, task, ...others] = emulator.tasks().slice(paid);
	const execution = await nextExecution(stage, workflow, before);
	expect(await pictureOf(stage, execution, workflow)).toMatchObject(SIZE);
	expect(itemsOf(execution, resultNode(workflow))[0]?.json['request_id']).toBe(task?.requestId);
	const ended = itemsOf(execution, 'If Ended for Good').map(({ json }) => json['request_id']);
	expect(ended).toEqual([failed?.requestId]);
	expect(others).toEqual([]);
	expect(await rows()).toMatchObject([{ request_id: 'unknown' }]);
});
