import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { Stage } from '../../scripts/stage/stage.mts';
import { chain, publish, store, type NodeDraft } from '../../scripts/stage/workflows.mts';
import { median } from '../measure/statistics.mts';

/** Executions that are started within a second, at a service that runs fewer tasks at once. */
export type Burst = {
	readonly executions: number;
	/** How many tasks the service runs at once. */
	readonly places: number;
	readonly taskSeconds: number;
};

/** What came of it. */
export type Outcome = Burst & {
	/** Executions that succeeded. */
	readonly good: number;
	readonly tasks: number;
	/** Refused creates for each accepted one. */
	readonly refused: number;
	readonly statusCallsPerTask: number;
	readonly makespanSeconds: number;
	/** From the call of the webhook to its answer. */
	readonly waitSeconds: { readonly median: number; readonly longest: number };
};

/** The name of the node that starts a published workflow. */
export const START = 'Webhook';

const ARRIVAL_MS = 1_000;

/** A kept connection may be closed just when it's used again, and the call would fail. */
const httpAgent = new Agent({ keepAlive: false });

/** Publishes a workflow of a webhook that is answered with the result of a node; returns its URL. */
export async function publishNode(
	account: Pick<Stage, 'rest' | 'credential'>,
	n8nUrl: string,
	node: NodeDraft,
): Promise<string> {
	const path = 'burst';
	const parameters = { path, httpMethod: 'POST', responseMode: 'lastNode' };
	const type = 'n8n-nodes-base.webhook';
	const webhook = { name: START, type, typeVersion: 2, webhookId: path, parameters };
	const url = `${n8nUrl}/webhook/${path}`;
	await publish(account, await store(account, chain(path, webhook, node)), url);
	return url;
}

/** Calls the webhook evenly over a second, with the numbers from 1; ends with the last answer. */
export async function startBurst(
	emulator: Stage['emulator'],
	url: string,
	burst: Burst,
): Promise<Outcome> {
	const { executions, places, taskSeconds } = burst;
	emulator.setLimits({ parallelTasks: places });
	emulator.plan({ queuingMs: 100, preparingMs: 100, runningMs: taskSeconds * 1000 - 200 });
	const begun = performance.now();
	const calls = await Promise.all(
		Array.from({ length: executions }, async (_, index) => {
			await sleep((index * ARRIVAL_MS) / executions);
			return call(url, index + 1);
		}),
	);
	const makespanSeconds = secondsSince(begun);
	const requests = emulator.requests().map(({ operation }) => operation);
	const count = (name: string) => requests.filter((operation) => operation === name).length;
	const tasks = emulator.tasks().length;
	const waits = calls.map(({ seconds }) => seconds);
	return {
		...{ ...burst, tasks, makespanSeconds },
		good: calls.filter(({ isGood }) => isGood).length,
		refused: (count('create') - tasks) / tasks,
		statusCallsPerTask: count('status') / tasks,
		waitSeconds: { median: median(waits), longest: Math.max(...waits) },
	};
}

async function call(url: string, number: number) {
	const begun = performance.now();
	const isGood = await axios.post(url, { number }, { proxy: false, httpAgent }).then(
		() => true,
		() => false,
	);
	return { isGood, seconds: secondsSince(begun) };
}

function secondsSince(begun: number): number {
	return (performance.now() - begun) / 1000;
}
