import { stopExecution, runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { createWorkflow, withCredential, type Workflow } from '../../../scripts/n8n/workflows.mts';
import type { TaskPlan } from '../../../emulator/index.mts';
import { chain, runApp, start as manual } from '../stage/pauseWorkflows.mts';
import { openTestStage, type TestStage } from '../stage/testStage.mts';
import { until } from '../stage/until.mts';

let stage: TestStage;

beforeAll(async () => {
	stage = await openTestStage();
});

afterAll(() => stage.close());

const LONG = 120_000;

/** A manual trigger and App: Run, with settings of the workflow. */
function workflow(settings: Readonly<Record<string, unknown>> = {}): Workflow {
	const own = chain('Stop', manual, runApp('Run App'));
	return { ...own, settings: { ...own.settings, ...settings } };
}

async function start(plan: Partial<TaskPlan>, settings = {}): Promise<string> {
	stage.emulator.reset();
	stage.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 0, notFoundMs: 0, ...plan });
	const own = withCredential(workflow(settings), 'n8n-nodes-ai-app-tasks', stage.credential);
	return runWorkflow(stage.rest, await createWorkflow(stage.rest, own));
}

const task = () => stage.emulator.tasks()[0];

test.each([
	['queuing', 'Queuing', { queuingMs: LONG }, 'cancel'],
	['running', 'Running', { runningMs: LONG }, 'interrupt'],
] as const)(
	'Stop ends the wait and stops a %s task within a second',
	async (_, status, plan, by) => {
		const id = await start(plan);
		await until('the task', () => task()?.status === status);

		const stoppedAt = Date.now();
		await stopExecution(stage.rest, id);
		await until('the task to be stopped', () => task()?.stop !== undefined);

		expect(task()?.stop).toMatchObject({ by });
		expect((task()?.stop?.at ?? Infinity) - stoppedAt).toBeLessThan(1_000);
		expect((await waitForExecution(stage.rest, id, 10_000)).status).toBe('canceled');
	},
);

test('a preparing task is interrupted as soon as it runs', async () => {
	const id = await start({ preparingMs: 4_000, runningMs: LONG });
	await until('the task', () => task()?.status === 'Preparing');

	await stopExecution(stage.rest, id);
	await until('the task to be stopped', () => task()?.stop !== undefined);

	expect(task()?.stop).toMatchObject({ by: 'interrupt' });
});

test('the timeout of a workflow stops its task', async () => {
	const id = await start({ queuingMs: LONG }, { executionTimeout: 3 });
	await until('the task to be stopped', () => task()?.stop !== undefined);

	expect(task()?.stop).toMatchObject({ by: 'cancel' });
	expect((await waitForExecution(stage.rest, id, 10_000)).status).toBe('canceled');
});
