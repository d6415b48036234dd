import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../emulator/index.mts';
import { saveCredential } from '../../scripts/n8n/credentials.mts';
import { signIn } from '../../scripts/n8n/owner.mts';
import { openQueueMode, type QueueMode } from '../../scripts/n8n/queue/queueMode.mts';
import { credentialFor, OWNER } from '../../scripts/stage/stage.mts';
import { processorTime } from '../measure/processorTime.mts';
import { publishNode, START, startBurst, type Outcome } from '../setting/burst.mts';
import { runBigFile } from '../setting/nodes.mts';
import { projectFolder } from '../setting/project.mts';

/** A run of executions with one polled task each, for a number of workers. */
export type PollingRun = Outcome & {
	readonly workers: number;
	/** Tasks beyond one for each execution. */
	readonly doubles: number;
	readonly idealSeconds: number;
	/** Processor time of main, webhook process and workers, for each execution. */
	readonly processorMs: number;
};

/** n8n's default for a worker. */
const SLOTS = 10;
const PLACES = 20;
const TASK_SECONDS = 5;
const WORKERS = [1, 2, 4];

/** n8n's own values: the tests have shorter ones, which a busy machine may miss. */
const USUAL_LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '60000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '10000',
	QUEUE_WORKER_STALLED_INTERVAL: '30000',
};

const INPUT = '1:File.bytes';
/** The task of an execution gets its number as its input; sizes that the app allows are multiples of 10. */
const inputsJson = `={{ { "${INPUT}": 10 * $('${START}').first().json.body.number } }}`;

/** Runs the same executions with one, two and four workers. */
export async function measurePolling(executions: number): Promise<readonly PollingRun[]> {
	const runs: PollingRun[] = [];
	for (const workers of WORKERS) {
		console.log(`  ${executions} executions, workers: ${workers}`);
		runs.push(await measureFleet(workers, executions));
	}
	return runs;
}

async function measureFleet(workers: number, executions: number): Promise<PollingRun> {
	const emulator = await startEmulator();
	try {
		const folders = { n8nFolder: join(projectFolder, 'n8n'), packageFolder: projectFolder };
		const n8n = await openQueueMode({ ...folders, workers, env: USUAL_LOCKS });
		try {
			return await measure(n8n, emulator, executions);
		} finally {
			await n8n.close();
		}
	} finally {
		await emulator.close();
	}
}

async function measure(
	{ rest, main, webhook, workers }: QueueMode,
	emulator: Emulator,
	executions: number,
): Promise<PollingRun> {
	await signIn(rest, OWNER);
	const credential = await saveCredential(rest, credentialFor(emulator));
	const url = await publishNode({ rest, credential }, webhook.url, runBigFile({ inputsJson }));
	const pids = [main, webhook, ...workers].map(({ pid }) => pid());
	const before = await processorTime(pids);
	const burst = { executions, places: PLACES, taskSeconds: TASK_SECONDS };
	const outcome = await startBurst(emulator, url, burst);
	const processorMs = ((await processorTime(pids)) - before) / executions;
	const inputs = new Set(emulator.tasks().map(({ inputValues }) => inputValues[INPUT]));
	const atOnce = Math.min(PLACES, workers.length * SLOTS);
	return {
		...{ workers: workers.length, ...outcome, doubles: outcome.tasks - inputs.size },
		idealSeconds: Math.ceil(executions / atOnce) * TASK_SECONDS,
		processorMs,
	};
}
