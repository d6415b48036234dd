import type { TaskRecord, TaskStatus } from '../../emulator/index.mts';
import { runWorkflow, stopExecution, waitForExecution } from '../../scripts/n8n/executions.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import type { StoredWorkflow } from '../../scripts/n8n/workflows.mts';
import type { Measured } from '../report/figure.mts';
import type { Setting } from '../setting/setting.mts';
import { storeWorkflow } from '../setting/workflow.mts';
import { runBigFile } from './tasks.mts';

const TIMES = 10;
const MOST_SECONDS = 1;
const LONG_MS = 600_000;
const PATIENCE = { timeoutMs: 30_000, everyMs: 20 };

/** From the Stop call to the moment at which the service stops the task. */
export async function measureStop(setting: Setting): Promise<readonly Measured[]> {
	const { emulator, rest, credential } = setting;
	const workflow = await storeWorkflow(rest, { name: 'Stop', nodes: [runBigFile({})], credential });
	await emulator.plan({ queuingMs: LONG_MS });
	const queuing = await stopRepeatedly(setting, workflow, 'Queuing');
	await emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: LONG_MS });
	const running = await stopRepeatedly(setting, workflow, 'Running');
	return [
		toFigure('Stop call to cancel of a queuing task', queuing),
		toFigure('Stop call to interrupt of a running task', running),
	];
}

async function stopRepeatedly(
	setting: Setting,
	workflow: StoredWorkflow,
	status: TaskStatus,
): Promise<readonly number[]> {
	const seconds: number[] = [];
	for (let n = 0; n < TIMES; n++) seconds.push(await stopOnce(setting, workflow, status));
	return seconds;
}

async function stopOnce(
	{ emulator, rest }: Setting,
	workflow: StoredWorkflow,
	status: TaskStatus,
): Promise<number> {
	const known = (await emulator.tasks()).length;
	const executionId = await runWorkflow(rest, workflow);
	const latest = async (wanted: (task: TaskRecord) => boolean) =>
		(await emulator.tasks()).slice(known).find(wanted);
	const born = await waitUntil(
		`a task to be ${status}`,
		() => latest((task) => task.status === status),
		PATIENCE,
	);
	await waitUntil('a status check', () => statusCheckOf(born.requestId), PATIENCE);
	const start = Date.now();
	await stopExecution(rest, executionId);
	const stopped = await waitUntil('the stop', () => latest(({ stop }) => !!stop), PATIENCE);
	await waitForExecution(rest, executionId, PATIENCE.timeoutMs);
	return ((stopped.stop?.at ?? NaN) - start) / 1000;

	async function statusCheckOf(requestId: string): Promise<true | undefined> {
		const checks = (await emulator.requests()).filter(({ operation }) => operation === 'status');
		return checks.some((check) => check.requestId === requestId) || undefined;
	}
}

function toFigure(what: string, seconds: readonly number[]): Measured {
	return {
		what: `${what}, the slowest of ${TIMES}`,
		unit: 's',
		ours: Math.max(...seconds),
		ideal: 0,
		goal: { says: `<= ${MOST_SECONDS} s`, met: Math.max(...seconds) <= MOST_SECONDS },
	};
}
