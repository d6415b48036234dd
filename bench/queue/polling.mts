import { cpus } from 'node:os';
import { listExecutions } from '../measure/listExecutions.mts';
import { processorTimeOf, type ProcessorTimes } from '../measure/processorTime.mts';
import { median } from '../measure/statistics.mts';
import { withFleet, type Fleet } from './fleet.mts';
import { probeWhile } from './latency.mts';
import { startEvenly, type Started } from './starts.mts';
import { executionOf, publishPolling } from './workflow.mts';

/** A run of executions with one polled task each, for a number of workers. */
export type PollingRun = {
	/** What was given, in the words of the simulated fleet. */
	readonly changes: {
		readonly workers: number;
		readonly slots: number;
		readonly executions: number;
		readonly items: 1;
		/** The time over which the calls to the webhook were spread. */
		readonly arrivalMs: number;
		readonly service: {
			readonly places: number;
			readonly queueLimit: 0;
			readonly taskMs: number;
			readonly durations: 'All alike';
			/** Measured while the run went on: the median of requests to the service. */
			readonly latencyMs: number;
		};
		readonly n8n: { readonly processors: number };
	};
	readonly measured: PollingFigures;
};

export type PollingFigures = {
	/** Executions that succeeded. */
	readonly good: number;
	readonly tasks: number;
	/** Tasks beyond one for each execution. */
	readonly doubles: number;
	readonly makespanSeconds: number;
	readonly idealSeconds: number;
	/** Executions that the webhook process stored in a second, from the first to the last one. */
	readonly receivedPerSecond: number;
	/** Refused creates for each accepted one. */
	readonly refused: number;
	readonly statusCallsPerTask: number;
	/** All calls to the service, with refused ones. */
	readonly callsPerTask: number;
	/** From the call of the webhook to its answer. */
	readonly waitSeconds: { readonly median: number; readonly longest: number };
	/** For each execution. */
	readonly processorMs: ProcessorTimes;
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
		console.error(`${executions} executions, workers: ${workers}`);
		runs.push(await withFleet({ workers }, (fleet) => measure(fleet, { workers, executions })));
	}
	return runs;
}

async function measure(
	fleet: Fleet,
	{ workers, executions }: { readonly workers: number; readonly executions: number },
): Promise<PollingRun> {
	const { emulator, n8n, roles, service } = fleet;
	const { url, workflow } = await publishPolling(fleet);
	await emulator.setLimits({ parallelTasks: PLACES });
	await emulator.plan({ queuingMs: 100, preparingMs: 100, runningMs: TASK_MS - 200 });
	const begun = performance.now();
	const starting = () =>
		startEvenly(url, { count: executions, overMs: ARRIVAL_MS }, (number) => ({ number }));
	const { used, result } = await processorTimeOf(roles, () => probeWhile(service, starting));
	const makespanSeconds = (performance.now() - begun) / 1000;
	const stored = (await listExecutions(n8n.rest, workflow)).map(({ createdAt }) => createdAt);
	const atOnce = Math.min(PLACES, workers * SLOTS);
	return {
		changes: {
			...{ workers, slots: SLOTS, executions, items: 1, arrivalMs: ARRIVAL_MS },
			service: {
				...{ places: PLACES, queueLimit: 0, taskMs: TASK_MS, durations: 'All alike' },
				latencyMs: result.latencyMs,
			},
			n8n: { processors: cpus().length },
		},
		measured: {
			...(await countsOf(fleet)),
			...waitsOf(result.happened),
			makespanSeconds,
			idealSeconds: (Math.ceil(executions / atOnce) * TASK_MS) / 1000,
			receivedPerSecond: rateOf(stored.map(Date.parse)),
			processorMs: perExecution(used, executions),
		},
	};
}

async function countsOf({ emulator }: Fleet) {
	const requests = await emulator.requests();
	const tasks = await emulator.tasks();
	const creates = requests.filter(({ operation }) => operation === 'create');
	const checks = requests.filter(({ operation }) => operation === 'status');
	// The probes ask for nothing that the service knows.
	const calls = requests.filter(({ operation }) => operation !== 'unknown');
	return {
		tasks: tasks.length,
		doubles: tasks.length - new Set(tasks.map(executionOf)).size,
		refused: (creates.length - tasks.length) / tasks.length,
		statusCallsPerTask: checks.length / tasks.length,
		callsPerTask: calls.length / tasks.length,
	};
}

function waitsOf(started: readonly Started[]) {
	const seconds = started.map((each) => each.seconds);
	return {
		good: started.filter(({ isGood }) => isGood).length,
		waitSeconds: { median: median(seconds), longest: Math.max(...seconds) },
	};
}

function rateOf(times: readonly number[]): number {
	return ((times.length - 1) * 1000) / (Math.max(...times) - Math.min(...times));
}

function perExecution(used: ProcessorTimes, executions: number): ProcessorTimes {
	const each = Object.entries(used).map(([role, ms]) => [role, ms / executions]);
	return Object.fromEntries(each) as ProcessorTimes;
}
