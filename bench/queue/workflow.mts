import type { TaskRecord } from '../../emulator/index.mts';
import { waitUntil } from '../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	withCredential,
	type StoredWorkflow,
	type WorkflowNode,
} from '../../scripts/n8n/workflows.mts';
import { runBigFile, RUN } from '../cases/tasks.mts';
import type { BenchNode } from '../setting/workflow.mts';
import type { Fleet } from './fleet.mts';

/** A workflow that its URL starts. */
export type Published = { readonly workflow: StoredWorkflow; readonly url: string };

type Draft = Pick<BenchNode, 'name' | 'type' | 'typeVersion' | 'parameters'>;

const PACKAGE = 'n8n-nodes-ai-app-tasks';
const START = 'Webhook';
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
	return publish(fleet, 'polling', 'lastNode', [run(RUN, {})]);
}

/** So many pauses in a row, for as many tasks as the call has items, which are equal. */
export function publishPausing(fleet: Fleet, name: string, pauses: number): Promise<Published> {
	const split = {
		...{ name: 'Items', type: 'n8n-nodes-base.splitOut', typeVersion: 1 },
		parameters: { fieldToSplitOut: 'body.items', options: {} },
	};
	const pausing = Array.from({ length: pauses }, (_, nth) =>
		run(`${RUN} ${nth + 1}`, { waitMode: 'pause' }),
	);
	const last = { name: 'Last', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	return publish(fleet, name, 'onReceived', [split, ...pausing, last]);
}

function run(name: string, more: BenchNode['parameters']): Draft {
	return { ...runBigFile({ inputsJson, ...more }), name };
}

async function publish(
	{ n8n, credential }: Fleet,
	path: string,
	responseMode: 'lastNode' | 'onReceived',
	nodes: readonly Draft[],
): Promise<Published> {
	const webhook: Draft = {
		...{ name: START, type: 'n8n-nodes-base.webhook', typeVersion: 2 },
		parameters: { path, httpMethod: 'POST', responseMode },
	};
	const all = [webhook, ...nodes].map(
		({ name, type, typeVersion, parameters }, index): WorkflowNode => ({
			...{ name, type, typeVersion, parameters, id: `node-${index}` },
			position: [index * 220, 0],
			...(index === 0 && { webhookId: path }),
		}),
	);
	const links = all.slice(1).map(({ name }, index) => {
		return [all[index]?.name ?? '', { main: [[{ node: name, type: 'main', index: 0 }]] }] as const;
	});
	const settings = { executionOrder: 'v1' };
	const draft = { name: path, nodes: all, connections: Object.fromEntries(links), settings };
	const workflow = await createWorkflow(n8n.rest, withCredential(draft, PACKAGE, credential));
	await activateWorkflow(n8n.rest, workflow);
	for (const process of n8n.webhooks) await untilRegistered(`${process.url}/webhook/${path}`);
	const url = `${n8n.webhookUrl}/webhook/${path}`;
	await untilRegistered(url);
	return { workflow, url };
}

async function untilRegistered(url: string): Promise<void> {
	await waitUntil(
		`${url} to be registered`,
		// Not its own method: the 404 lists the others once it is registered.
		async () => (await (await fetch(url)).text()).includes('POST') || undefined,
		{ timeoutMs: 60_000 },
	);
}
