import type { CallbacksBy } from '../../scripts/n8n/queue/haproxyConfig.mts';
import { createEnded } from '../cases/callbackTasks.mts';
import { listen, TRIGGER } from '../setting/listeningTrigger.mts';
import { callAll, callsFor, startsOf } from '../setting/storm.mts';
import { withFleet, type Fleet } from './fleet.mts';

/** A run of tasks whose callbacks reach a trigger on two webhook processes. */
export type TriggerRun = {
	readonly callbacksBy: CallbacksBy;
	readonly tasks: number;
	/** For each task. */
	readonly callbacks: number;
	/** Tasks that started the workflow. */
	readonly started: number;
	/** Executions beyond one for each task. */
	readonly doubleStarts: number;
};

const CALLBACKS = 4;
const AT_ONCE = 10;
const BOTH = ['random', 'path'] as const;
const SIZE = { workers: 1, webhooks: 2 } as const;

/** The same tasks behind a balancer that picks any webhook process, and one that goes by path. */
export async function measureTrigger(tasks: number): Promise<readonly TriggerRun[]> {
	const runs: TriggerRun[] = [];
	for (const callbacksBy of BOTH) {
		console.log(`  ${tasks} tasks, callbacks by: ${callbacksBy}`);
		const webhooks = { count: SIZE.webhooks, callbacksBy };
		const run = await withFleet({ workers: SIZE.workers, webhooks }, (fleet) =>
			measure(fleet, tasks),
		);
		runs.push({ callbacksBy, ...run });
	}
	return runs;
}

async function measure({ n8n, emulator, credential }: Fleet, tasks: number) {
	const { rest } = n8n;
	const { workflow, url } = await listen({ url: n8n.webhookUrl, rest, credential });
	const ended = await createEnded({ rest, emulator, credential }, tasks);
	// The credential has no callback token.
	await callAll(url, callsFor(ended, '', CALLBACKS), AT_ONCE);
	const starts = await startsOf(rest, workflow, TRIGGER);
	const started = new Set(starts).size;
	return { tasks, callbacks: CALLBACKS, started, doubleStarts: starts.length - started };
}
