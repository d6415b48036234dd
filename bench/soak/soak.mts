import { setTimeout as sleep } from 'node:timers/promises';
import { countExecutions } from '../../scripts/n8n/executions.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import { createWorkflow, withCredential } from '../../scripts/n8n/workflows.mts';
import type { Stage } from '../../scripts/stage/stage.mts';
import { listen } from './listeningTrigger.mts';
import { runCourse, warmUp, type Stored, type Went } from './course.mts';
import { createSampler, samplesWhile } from './samples.mts';
import { judge, type Soaked } from './verdict.mts';
import { APPS, workloads } from './workloads.mts';

const PACKAGE = 'n8n-nodes-ai-app-tasks';
const A_SECOND = 1_000;

type Options = {
	readonly minutes: number;
	readonly everyMs: number;
	readonly inspectorPort: number;
};

/** Keeps n8n busy for so many minutes and checks the results. */
export async function soak(stage: Stage, options: Options): Promise<Soaked> {
	const { emulator } = stage;
	emulator.plan({ outcome: 'Failed', errorMessage: 'out of paint' }, { appId: APPS.failing });
	emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 86_400_000 }, { appId: APPS.endless });
	const { kinds, trigger } = await prepare(stage);
	const warm = await warmUp(stage, kinds);
	await sleep(A_SECOND);
	const sampler = createSampler(stage, options.inspectorPort);
	const before = await sampler.take();
	const untilMs = Date.now() + options.minutes * 60_000;
	const course = runCourse(stage, kinds, { untilMs, everyMs: options.everyMs });
	const samples = await samplesWhile(course, sampler);
	const went = [...warm, ...(await course)];
	const started = await callbacksDone(stage, trigger, went);
	await sleep(A_SECOND);
	const after = await sampler.take();
	return judge(options.minutes, {
		kinds,
		went,
		started,
		samples: [before, ...samples, after],
		stage,
	});
}

async function prepare({ rest, n8n, emulator, credential }: Stage) {
	const trigger = await listen({ rest, credential, url: n8n.url });
	const kinds: Stored[] = [];
	for (const [name, work] of Object.entries(workloads(trigger.url, emulator.storageUrl))) {
		const draft = withCredential({ ...work.workflow, name }, PACKAGE, credential);
		kinds.push({ name, ...work, stored: await createWorkflow(rest, draft) });
	}
	return { kinds, trigger: trigger.workflow };
}

/** Waits for the executions that callbacks start; returns how many there are. */
async function callbacksDone(
	{ rest }: Stage,
	trigger: Stored['stored'],
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
