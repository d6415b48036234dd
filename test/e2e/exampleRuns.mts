import type { TaskRecord } from '../../emulator/tasks.mts';
import { executionIds, waitForExecution, type Execution } from '../../scripts/n8n/executions.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import type { StoredWorkflow } from '../../scripts/n8n/workflows.mts';
import { addExample, formUrl, readExample } from '../../scripts/stage/examples.mts';
import { projectFolder, type TestStage } from './testStage.mts';

/** An example that begins with a form, published, and the address of its form. */
export async function openForm(
	stage: TestStage,
	file: string,
): Promise<{ readonly workflow: StoredWorkflow; readonly url: string }> {
	const workflow = await addExample(stage, await readExample(stage, projectFolder, file));
	return { workflow, url: formUrl(stage.n8n.url, workflow) ?? '' };
}

/** Waits until something else than the test has started an execution, and that has ended or sleeps. */
export async function nextExecution(
	{ rest }: TestStage,
	workflow: StoredWorkflow,
	before: readonly string[] = [],
): Promise<Execution> {
	const id = await waitUntil(
		'an execution to be started',
		async () => (await executionIds(rest, workflow)).find((each) => !before.includes(each)),
		{ timeoutMs: 90_000 },
	);
	return waitForExecution(rest, id, 120_000);
}

/** How many tasks were under way at once, at most. */
export function peak(tasks: readonly TaskRecord[]): number {
	const underWay = (at: number) =>
		tasks.filter(({ createdAt, finishedAt = Infinity }) => createdAt <= at && at < finishedAt);
	return Math.max(...tasks.map(({ createdAt }) => underWay(createdAt).length));
}
