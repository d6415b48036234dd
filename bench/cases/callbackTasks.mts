import type { TaskPlan } from '../../emulator/index.mts';
import { itemsOf, runWorkflow, waitForExecution } from '../../scripts/n8n/executions.mts';
import type { Setting } from '../setting/setting.mts';
import type { Call } from '../setting/storm.mts';
import { storeWorkflow } from '../setting/workflow.mts';
import { runBigFile, RUN } from './tasks.mts';

const AT_ONCE = { queuingMs: 0, preparingMs: 0, runningMs: 0, notFoundMs: 0 };
const NEVER = { ...AT_ONCE, queuingMs: 24 * 3600 * 1000 };
const CREATES_MS = 300_000;

/** What creates tasks. */
type Creator = Pick<Setting, 'rest' | 'credential' | 'emulator'>;

/** Creates tasks that are already finished; returns their request IDs. */
export function createEnded(setting: Creator, count: number): Promise<readonly string[]> {
	return create(setting, count, AT_ONCE);
}

/** Tasks in the calls with a wrong token; no other calls may contain them. */
const UNCALLED = 20;

/**
 * Calls that must start nothing: half of them with a wrong token, the others with the right one
 * about a task that is unknown, of another account, or unfinished.
 */
export async function forgedCalls(
	setting: Setting,
	count: number,
	token: string,
): Promise<readonly Call[]> {
	const uncalled = await createEnded(setting, UNCALLED);
	const [unended = ''] = await create(setting, 1, NEVER);
	await setting.emulator.addFault({
		on: 'status',
		requestId: 'of-another',
		times: count,
		effect: { type: 'answer', status: 403, body: { message: 'Not a task of yours' } },
	});
	const wrong = token.replace(/.$/, (end) => (end === '0' ? '1' : '0'));
	const foreign = (n: number) => [`unknown-${n}`, 'of-another', unended][n % 3] ?? '';
	return Array.from({ length: count / 2 }, (_, n) => [
		{ requestId: uncalled[n % UNCALLED] ?? '', token: wrong },
		{ requestId: foreign(n), token },
	]).flat();
}

async function create(
	{ rest, credential, emulator }: Creator,
	items: number,
	plan: Partial<TaskPlan>,
): Promise<readonly string[]> {
	await emulator.plan(plan);
	const nodes = [runBigFile({ waitMode: 'none', options: { maxConcurrentTasks: 20 } })];
	const workflow = await storeWorkflow(rest, { name: 'Create', nodes, credential, items });
	const execution = await waitForExecution(rest, await runWorkflow(rest, workflow), CREATES_MS);
	return itemsOf(execution, RUN).map(({ json }) => String(json['request_id']));
}
