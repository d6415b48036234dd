import {
	runWorkflow,
	waitForExecution,
	type Item,
	type NodeRun,
} from '../../scripts/n8n/executions.mts';
import type { Rest } from '../../scripts/n8n/rest.mts';
import type { StoredWorkflow } from '../../scripts/n8n/workflows.mts';

/** What n8n stores about a node's execution, in milliseconds; the start since 1970. */
export type TimedRun = NodeRun & { readonly startTime: number; readonly executionTime: number };

type Runs = Readonly<Record<string, readonly NodeRun[]>>;

const TIMEOUT_MS = 300_000;

/**
 * Runs a workflow as a whole; returns the run of the node of that name.
 * @throws when the execution does not succeed
 */
export async function runAll(
	rest: Rest,
	workflow: StoredWorkflow,
	nodeName: string,
): Promise<TimedRun> {
	return runOf(await runsOfAll(rest, workflow), nodeName);
}

/**
 * The runs of all nodes, by name.
 * @throws when the execution does not succeed
 */
export async function runsOfAll(rest: Rest, workflow: StoredWorkflow): Promise<Runs> {
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

export function runOf(runs: Runs, nodeName: string): TimedRun {
	const run = runs[nodeName]?.at(-1);
	if (run === undefined) throw new Error(`"${nodeName}" has not run.`);
	return run as TimedRun;
}

/** What an execution has returned at its first output. */
export function outputOf({ data }: NodeRun): readonly Item[] {
	return data?.main?.[0] ?? [];
}

export function firstRunOf(runs: Runs, nodeName: string): TimedRun {
	return runOf({ [nodeName]: runs[nodeName]?.slice(0, 1) ?? [] }, nodeName);
}
