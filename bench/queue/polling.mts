import { processorTimeOf } from '../measure/processorTime.mts';
import { median } from '../measure/statistics.mts';
import { startEvenly, type Started } from '../setting/starts.mts';
import { withFleet, type Fleet } from './fleet.mts';
import { executionOf, publishPolling } from './workflow.mts';

/** A run of executions with one polled task each, for a number of workers. */
export type PollingRun = {
	readonly workers: number;
	readonly executions: number;
	/** How many tasks the service runs at once. */
	readonly places: number;
	readonly taskSeconds: number;
	/** Executions that succeeded. */
	readonly good: number;
	readonly tasks: number;
	/** Tasks beyond one for each execution. */
	readonly doubles: number;
	readonly makespanSeconds: number;
	readonly idealSeconds: number;
	/** Refused creates for each accepted one. */
	readonly refused: number;
	readonly statusCallsPerTask: number;
	/** From the call of the webhook to its answer. */
	readonly waitSeconds: { readonly median: number; readonly longest: number };
	/** Of all processes of n8n, for each execution. */
	readonly processorMs: number;
};

/** n8n's default for a worker. */
const SLOTS = 10;
const PLACES = 20;
const TASK_MS = 5_000;
const ARRIVAL_MS = 1_000;
const WORKERS = [1, 2, 4];

/** The same executions with one, two and four workers. */
export async function measurePolling(executions: number): Promise<readonly PollingRun[]> {
	const runs: PollingRun[] = [];
	for (const workers of WORKERS) {
		console.log(`  ${executions} executions, workers: ${workers}`);
		runs.push(await withFleet({ workers }, (fleet) => measure(fleet, workers, executions)));
	}
	return runs;
}

async function measure(fleet: Fleet, workers: number, executions: number): Promise<PollingRun> {
	const { emulator, n8n } = fleet;
	const url = await publishPolling(fleet);
	await emulator.setLimits({ parallelTasks: PLACES });
	await emulator.plan({ queuingMs: 100, preparingMs: 100, runningMs: TASK_MS - 200 });
	const begun = performance.now();
	const starting = () =>
		startEvenly(url, { count: executions, overMs: ARRIVAL_MS }, (number) => ({ number }));
	const { used, result } = await processorTimeOf(pidsOf(n8n), starting);
	const makespanSeconds = (performance.now() - begun) / 1000;
	const atOnce = Math.min(PLACES, workers * SLOTS);
	return {
		...{ workers, executions, places: PLACES, taskSeconds: TASK_MS / 1000 },
		...(await countsOf(fleet)),
		...waitsOf(result),
		makespanSeconds,
		idealSeconds: (Math.ceil(executions / atOnce) * TASK_MS) / 1000,
		processorMs: used / executions,
	};
}

async function countsOf({ emulator }: Fleet) {
	const requests = await emulator.requests();
	const tasks = await emulator.tasks();
	const creates = requests.filter(({ operation }) => operation === 'create');
	const checks = requests.filter(({ operation }) => operation === 'status');
	return {
		tasks: tasks.length,
		doubles: tasks.length - new Set(tasks.map(executionOf)).size,
		refused: (creates.length - tasks.length) / tasks.length,
		statusCallsPerTask: checks.length / tasks.length,
	};
}

function waitsOf(started: readonly Started[]) {
	const seconds = started.map((each) => each.seconds);
	return {
		good: started.filter(({ isGood }) => isGood).length,
		waitSeconds: { median: median(seconds), longest: Math.max(...seconds) },
	};
}

function pidsOf({ main, webhook, workers }: Fleet['n8n']): readonly number[] {
	return [main, webhook, ...workers].map(({ pid }) => pid());
}
