import { runWorkflow, waitForExecution, type Execution } from '../../scripts/n8n/executions.mts';
import type { Rest } from '../../scripts/n8n/rest.mts';
import type { StoredWorkflow } from '../../scripts/n8n/workflows.mts';

/** By the name of the node. */
export type Runs = Execution['runs'];

/** From the first run of a node to the last one of the same or of another one. */
export type Course = {
	/** The request ID of the first task. */
	readonly requestId: string;
	/** Milliseconds since 1970. */
	readonly returnedAt: number;
	readonly seconds: number;
};

const TIMEOUT_MS = 300_000;

/**
 * Runs a workflow as a whole.
 * @throws when the execution does not succeed
 */
export async function runAll(rest: Rest, workflow: StoredWorkflow): Promise<Runs> {
	return runsOf(rest, await runWorkflow(rest, workflow));
}

/**
 * "Execute step" in the editor: runs up to a node, with the output of earlier executions.
 * @throws if the execution doesn't succeed
 */
export async function runStep(
	rest: Rest,
	{ id }: StoredWorkflow,
	nodeName: string,
	runData: Runs = {},
): Promise<Runs> {
	const { executionId } = await rest.call<{ readonly executionId: string }>(
		'POST',
		`/rest/workflows/${id}/run`,
		{ destinationNode: { nodeName, mode: 'inclusive' }, runData, dirtyNodeNames: [] },
	);
	return runsOf(rest, executionId);
}

async function runsOf(rest: Rest, executionId: string): Promise<Runs> {
	const { status, error, runs } = await waitForExecution(rest, executionId, TIMEOUT_MS);
	if (status === 'success') return runs;
	throw new Error(`An execution ended as ${status}: ${error?.message}. ${error?.description}`);
}

export function courseOf(runs: Runs, first: string, last = first): Course {
	const [begun, ended] = [runs[first]?.[0], runs[last]?.at(-1)];
	if (!begun || !ended) throw new Error(`"${first}" or "${last}" has not run.`);
	const returnedAt = ended.startTime + ended.executionTime;
	return {
		requestId: String(begun.data?.main?.[0]?.[0]?.json['request_id']),
		returnedAt,
		seconds: (returnedAt - begun.startTime) / 1000,
	};
}
