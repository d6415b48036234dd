import type { TaskRecord } from '../../emulator/index.mts';
import { runBigFile, RUN } from '../cases/tasks.mts';
import { publish, START, type Executor, type Published } from '../setting/published.mts';
import { nothing, type BenchNode } from '../setting/workflow.mts';
import type { Fleet } from './fleet.mts';

const INPUT = '1:File.bytes';
/** Sizes that the app allows are multiples of this. */
const STEP = 10;

/** Each execution has a number, from 1, which is what its tasks get as their input. */
const inputsJson = `={{ { "${INPUT}": ${STEP} * $('${START}').first().json.body.number } }}`;

/** The number of the execution that has created a task. */
export function executionOf({ inputValues }: TaskRecord): number {
	return Number(inputValues[INPUT]) / STEP;
}

/** One task, whose result is the answer of the webhook. */
export function publishPolling(fleet: Fleet): Promise<Published> {
	const nodes = [run(RUN, {})];
	return publish(executorOf(fleet), { path: 'polling', responseMode: 'lastNode', nodes });
}

/** So many pauses in a row, for as many tasks as the call has items, which are equal. */
export function publishPausing(fleet: Fleet, path: string, pauses: number): Promise<Published> {
	const split = {
		...{ name: 'Items', type: 'n8n-nodes-base.splitOut', typeVersion: 1 },
		parameters: { fieldToSplitOut: 'body.items', options: {} },
	};
	const pausing = Array.from({ length: pauses }, (_, nth) =>
		run(`${RUN} ${nth + 1}`, { waitMode: 'pause' }),
	);
	const nodes = [split, ...pausing, nothing('Last', RUN)];
	return publish(executorOf(fleet), { path, responseMode: 'onReceived', nodes });
}

function run(name: string, more: BenchNode['parameters']): BenchNode {
	return { ...runBigFile({ inputsJson, ...more }), name };
}

function executorOf({ n8n, credential }: Fleet): Executor {
	const webhookUrls = [...n8n.webhooks.map(({ url }) => url), n8n.webhookUrl];
	return { rest: n8n.rest, credential, webhookUrls };
}
