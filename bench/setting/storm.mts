import { Agent } from 'node:http';
import axios from 'axios';
import { itemsOf, waitForExecution } from '../../scripts/n8n/executions.mts';
import type { Rest } from '../../scripts/n8n/rest.mts';
import type { StoredWorkflow } from '../../scripts/n8n/workflows.mts';
import { listExecutions } from '../measure/listExecutions.mts';
import { eachOf } from './eachOf.mts';

/** One call of the service at a trigger. */
export type Call = {
	readonly requestId: string;
	/** What follows the word Bearer. */
	readonly token: string;
};

/** The response to a call. */
export type Answered = { readonly status: number; readonly seconds: number };

/** Far beyond the limit of the service, so that late responses are recorded as such. */
const PATIENCE_MS = 120_000;
const EXECUTION_MS = 60_000;

/** Calls for each of these tasks `times` times: half of the calls of a task at once, half later. */
export function callsFor(tasks: readonly string[], token: string, times: number): readonly Call[] {
	const halves = [Math.ceil(times / 2), Math.floor(times / 2)];
	return halves.flatMap((half) =>
		tasks.flatMap((requestId) => Array.from({ length: half }, () => ({ requestId, token }))),
	);
}

/**
 * Sends callbacks that report a success, this many at once; responses in the order of the calls.
 */
export async function callAll(
	url: string,
	calls: readonly Call[],
	atOnce: number,
): Promise<readonly Answered[]> {
	const httpAgent = new Agent({ keepAlive: true, maxSockets: atOnce });
	const answers = await eachOf(calls, atOnce, (call) => post(url, call, httpAgent));
	httpAgent.destroy();
	return answers;
}

async function post(url: string, call: Call, httpAgent: Agent): Promise<Answered> {
	const start = performance.now();
	const { status } = await axios.post(
		url,
		{ type: 'API', status: 'Success', request_id: call.requestId, outputs: [] },
		{
			headers: { Authorization: `Bearer ${call.token}`, 'User-Agent': 'Go-http-client/1.1' },
			httpAgent,
			proxy: false,
			timeout: PATIENCE_MS,
			validateStatus: () => true,
		},
	);
	return { status, seconds: (performance.now() - start) / 1000 };
}

/** The request ids that a workflow was started with, one for each of its executions. */
export async function startsOf(
	rest: Rest,
	workflow: StoredWorkflow,
	triggerName: string,
): Promise<readonly unknown[]> {
	const executions = await listExecutions(rest, workflow);
	return eachOf(executions, 10, async ({ id }) => {
		const execution = await waitForExecution(rest, id, EXECUTION_MS);
		return itemsOf(execution, triggerName)[0]?.json['request_id'];
	});
}
