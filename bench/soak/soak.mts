import { setTimeout as sleep } from 'node:timers/promises';
import { countExecutions } from '../../scripts/n8n/executions.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import type { StoredWorkflow } from '../../scripts/n8n/workflows.mts';
import type { Stage } from '../../scripts/stage/stage.mts';
import { chain, publish, store } from '../../scripts/stage/workflows.mts';
import { countConnections } from './connections.mts';
import { runCourse, warmUp, type Stored, type Went } from './course.mts';
import { samplesWhile, takeSample } from './samples.mts';
import { judge, type Soaked } from './verdict.mts';
import { APPS, workloads } from './workloads.mts';

const WEBHOOK_ID = '0d9c5f52-7a3e-4c1b-8f60-b1e2d3c4a596';
const A_SECOND = 1_000;

/**
 * Keeps n8n busy for so many minutes and checks the results.
 * @param insideUrl where inside.cjs answers
 */
export async function soak(stage: Stage, minutes: number, insideUrl: string): Promise<Soaked> {
	const { emulator } = stage;
	emulator.plan({ outcome: 'Failed', errorMessage: 'out of paint' }, { appId: APPS.failing });
	emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 86_400_000 }, { appId: APPS.endless });
	const connections = countConnections();
	const { kinds, trigger } = await prepare(stage);
	const warm = await warmUp(stage, kinds);
	await sleep(A_SECOND);
	const before = await takeSample(insideUrl);
	const course = runCourse(stage, kinds, Date.now() + minutes * 60_000);
	const samples = await samplesWhile(course, insideUrl);
	const went = [...warm, ...(await course)];
	const started = await callbacksDone(stage, trigger, went);
	await sleep(A_SECOND);
	const after = await takeSample(insideUrl);
	return judge(minutes, {
		...{ kinds, went, started, samples: [before, ...samples, after] },
		tasks: emulator.tasks().length,
		sockets: { most: connections.most(), left: connections.left() },
	});
}

async function prepare(stage: Stage) {
	const type = 'n8n-nodes-ai-app-tasks.aiAppTrigger';
	const node = { name: 'AI App Trigger', type, webhookId: WEBHOOK_ID };
	const trigger = await store(stage, chain('Callbacks', node));
	const url = `${stage.n8n.url}/webhook/${WEBHOOK_ID}/ai-app-task`;
	await publish(stage, trigger, url);
	const kinds: Stored[] = [];
	for (const [name, work] of Object.entries(workloads(url, stage.emulator.storageUrl)))
		kinds.push({ name, ...work, stored: await store(stage, { ...work.workflow, name }) });
	return { kinds, trigger };
}

/** Waits for the executions that callbacks start; returns how many there are. */
async function callbacksDone(
	{ rest }: Stage,
	trigger: StoredWorkflow,
	went: readonly Went[],
): Promise<{ readonly started: number; readonly expected: number }> {
	const expected = 2 * went.filter(({ name }) => name === 'call the trigger').length;
	const started = () => countExecutions(rest, trigger, 'success');
	await waitUntil('the callbacks', async () => (await started()) >= expected || undefined, {
		timeoutMs: 60_000,
		everyMs: 1_000,
	}).catch(() => undefined);
	return { started: await started(), expected };
}
