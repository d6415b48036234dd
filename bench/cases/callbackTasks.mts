import { itemsOf, runWorkflow, waitForExecution } from '../../scripts/n8n/executions.mts';
import type { Setting } from '../setting/setting.mts';
import { storeWorkflow } from '../setting/workflow.mts';
import { runBigFile, RUN } from './tasks.mts';

const TIMEOUT_MS = 300_000;

/** Creates tasks that are already finished; returns their request IDs. */
export async function createEnded(
	{ rest, credential, emulator }: Pick<Setting, 'rest' | 'credential' | 'emulator'>,
	items: number,
): Promise<readonly string[]> {
	await emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 0, notFoundMs: 0 });
	const nodes = [runBigFile({ waitMode: 'none', options: { maxAtATime: 20 } })];
	const workflow = await storeWorkflow(rest, { name: 'Create', nodes, credential, items });
	const execution = await waitForExecution(rest, await runWorkflow(rest, workflow), TIMEOUT_MS);
	return itemsOf(execution, RUN).map(({ json }) => String(json['request_id']));
}
