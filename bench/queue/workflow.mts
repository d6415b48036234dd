import type { TaskRecord } from '../../emulator/index.mts';
import { runBigFile } from '../cases/tasks.mts';
import { publish, START } from '../setting/published.mts';
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
export function publishPolling({ n8n, credential }: Fleet): Promise<string> {
	const nodes = [runBigFile({ inputsJson })];
	const executor = { rest: n8n.rest, credential, webhookUrl: n8n.webhook.url };
	return publish(executor, { path: 'polling', responseMode: 'lastNode', nodes });
}
