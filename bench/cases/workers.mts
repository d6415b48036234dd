import { join } from 'node:path';
import { runPool } from '../../client/index.ts';
import { saveCredential } from '../../scripts/n8n/credentials.mts';
import { runWorkflow, waitForExecution } from '../../scripts/n8n/executions.mts';
import { signIn } from '../../scripts/n8n/owner.mts';
import { openQueueMode, type QueueMode } from '../../scripts/n8n/queue/queueMode.mts';
import { OWNER } from '../../scripts/stage/stage.mts';
import type { Measured } from '../report/figure.mts';
import type { Setting } from '../setting/setting.mts';
import { storeWorkflow } from '../setting/workflow.mts';
import { runBigFile } from './tasks.mts';

const EXECUTIONS = 100;
const TASK_SECONDS = 2;
const CONCURRENCY = 5;
const TIMEOUT_MS = 300_000;

/** Executions on the workers of n8n's queue mode; each occupies one until its task is finished. */
export async function measureWorkers(setting: Setting): Promise<readonly Measured[]> {
	return [await measureWith(setting, 1), await measureWith(setting, 2)];
}

async function measureWith(setting: Setting, workers: number): Promise<Measured> {
	const projectFolder = join(import.meta.dirname, '..', '..');
	const n8nFolder = join(projectFolder, 'n8n');
	const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(CONCURRENCY) };
	const n8n = await openQueueMode({ n8nFolder, packageFolder: projectFolder, workers, env });
	try {
		const seconds = await secondsOf(setting, n8n);
		return {
			what: `${EXECUTIONS} executions of one task of ${TASK_SECONDS} s, ${workers} worker(s) of concurrency ${CONCURRENCY}`,
			unit: 's',
			ours: seconds,
			samples: [],
			ideal: (EXECUTIONS / (workers * CONCURRENCY)) * TASK_SECONDS,
		};
	} finally {
		await n8n.close();
	}
}

async function secondsOf(setting: Setting, { rest }: QueueMode): Promise<number> {
	const { emulator, service: data } = setting;
	await emulator.reset();
	await emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: TASK_SECONDS * 1000 });
	await signIn(rest, OWNER);
	const credential = await saveCredential(rest, { name: 'Service', type: 'aiAppApi', data });
	const nodes = [runBigFile({})];
	const workflow = await storeWorkflow(rest, { name: 'Workers', nodes, credential });
	const startedAt = Date.now();
	const ended = await runPool(Array.from({ length: EXECUTIONS }), EXECUTIONS, async () =>
		waitForExecution(rest, await runWorkflow(rest, workflow), TIMEOUT_MS),
	);
	const good = ended.filter((each) => each?.ok && each.value.status === 'success');
	if (good.length !== EXECUTIONS) throw new Error(`${good.length} executions ended well`);
	return (Date.now() - startedAt) / 1000;
}
