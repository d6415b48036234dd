import { itemsOf, runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { createWorkflow, withCredential } from '../../../scripts/n8n/workflows.mts';
import { chain, items, runApp, start } from '../stage/pauseWorkflows.mts';
import { addJobs, type Instance, type JobQueue } from './postgresQueue.mts';

/** How long the same jobs take, 20 tasks at a time. */
export type SpeedCounts = {
	readonly jobs: number;
	/** Of each task. */
	readonly taskSeconds: number;
	/** One execution, with Wait for Result. */
	readonly plainSeconds: number;
	/** The queue, with all instances and schedules of seconds. */
	readonly queueSeconds: number;
};

const TASK_MS = 5_000;
const PATIENCE = { timeoutMs: 900_000 };

export async function compareSpeed(queue: JobQueue, jobs: number): Promise<SpeedCounts> {
	queue.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: TASK_MS });
	const plainSeconds = await secondsOf(() => runPlain(queue.instances[0] as Instance, jobs));
	const queueSeconds = await secondsOf(() => runQueue(queue, jobs));
	return { jobs, taskSeconds: TASK_MS / 1_000, plainSeconds, queueSeconds };
}

async function runPlain({ rest, credential }: Instance, count: number): Promise<void> {
	const run = runApp('Run App', { downloadFiles: true, options: { maxAtATime: 20 } });
	const workflow = chain('Plain', start, items(count), run);
	const own = withCredential(workflow, 'n8n-nodes-ai-app-tasks', credential);
	const id = await runWorkflow(rest, await createWorkflow(rest, own));
	const execution = await waitForExecution(rest, id, PATIENCE.timeoutMs);
	expect(itemsOf(execution, 'Run App')).toHaveLength(count);
}

async function runQueue(queue: JobQueue, count: number): Promise<void> {
	await addJobs(queue, count);
	const areDone = async () =>
		(await queue.jobs()).slice(-count).every(({ state }) => state === 'done') || undefined;
	await waitUntil('all jobs to be done', areDone, { ...PATIENCE, everyMs: 500 });
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
	const begunAt = performance.now();
	await work();
	return Math.round((performance.now() - begunAt) / 1_000);
}
