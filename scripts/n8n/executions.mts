import { parse } from 'flatted';
import type { Rest } from './rest.mts';
import { RestError } from './rest.mts';
import { waitUntil } from './waitUntil.mts';
import type { StoredWorkflow } from './workflows.mts';

export type BinaryRecord = {
	readonly mimeType: string;
	readonly fileName?: string;
	/** The ID of a stored file; absent if n8n keeps binary data in memory. */
	readonly id?: string;
	/** Base64 if there is no ID. */
	readonly data: string;
};

export type Item = {
	readonly json: Readonly<Record<string, unknown>>;
	readonly binary?: Readonly<Record<string, BinaryRecord>>;
	readonly pairedItem?: unknown;
};

export type NodeRun = {
	/** Milliseconds since 1970. */
	readonly startTime: number;
	/** Milliseconds. */
	readonly executionTime: number;
	readonly data?: { readonly main?: ReadonlyArray<readonly Item[] | null> };
	readonly error?: ExecutionError;
};

export type ExecutionError = {
	readonly message: string;
	readonly description?: string | null;
};

export type Execution = {
	readonly id: string;
	readonly status: string;
	readonly error?: ExecutionError;
	/** By node name; more than one run each in loops. */
	readonly runs: Readonly<Record<string, readonly NodeRun[]>>;
};

type ExecutionRecord = {
	readonly id: string;
	readonly status: string;
	readonly data?: string;
};
type ResultData = { readonly runData?: Execution['runs']; readonly error?: ExecutionError };

const ENDED = ['success', 'error', 'canceled', 'crashed'];
const PAUSED = 'waiting';

const BY_HAND = ['n8n-nodes-base.manualTrigger', 'n8n-nodes-base.scheduleTrigger'];

/** Runs a stored workflow by its manual trigger or its schedule; returns the execution's id. */
export async function runWorkflow(rest: Rest, workflow: StoredWorkflow): Promise<string> {
	const trigger = workflow.nodes.find(({ type }) => BY_HAND.includes(type));
	if (trigger === undefined) throw new Error(`"${workflow.name}" can't be run by hand.`);
	const { executionId } = await rest.call<{ executionId: string }>(
		'POST',
		`/rest/workflows/${workflow.id}/run`,
		// n8n 1.x runs the workflow in the request instead of the stored one.
		{ workflowData: workflow, startNodes: [], triggerToStartFrom: { name: trigger.name } },
	);
	return executionId;
}

/** Waits until an execution is finished or paused. */
export function waitForExecution(rest: Rest, id: string, timeoutMs: number): Promise<Execution> {
	return waitUntil(
		`execution ${id} to end`,
		async () => {
			const execution = await findExecution(rest, id);
			const status = execution?.status ?? '';
			if (status === PAUSED) return execution;
			// n8n 1.x saves the status before the data.
			return ENDED.includes(status) ? findExecution(rest, id) : undefined;
		},
		{ timeoutMs },
	);
}

/** The ids of a workflow's executions, latest first. */
export async function executionIds(rest: Rest, { id }: StoredWorkflow): Promise<readonly string[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
	const { results } = await rest.call<{ readonly results: ReadonlyArray<{ readonly id: string }> }>(
		'GET',
		`/rest/executions?filter=${filter}&limit=100`,
	);
	return results.map((execution) => execution.id);
}

/** How many executions of a workflow have a status. */
export async function countExecutions(
	rest: Rest,
	{ id }: Pick<StoredWorkflow, 'id'>,
	status: string,
): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: [status] }));
	const { count } = await rest.call<{ readonly count: number }>(
		'GET',
		`/rest/executions?filter=${filter}&limit=1`,
	);
	return count;
}

export async function stopExecution(rest: Rest, id: string): Promise<void> {
	await rest.call('POST', `/rest/executions/${id}/stop`);
}

/** The items that a node has returned last. */
export function itemsOf(execution: Execution, nodeName: string, output = 0): readonly Item[] {
	return execution.runs[nodeName]?.at(-1)?.data?.main?.[output] ?? [];
}

export async function readBinary(rest: Rest, { id, data }: BinaryRecord): Promise<Buffer> {
	if (id === undefined) return Buffer.from(data, 'base64');
	return rest.bytes(`/rest/binary-data?id=${encodeURIComponent(id)}&action=download`);
}

/**
 * `undefined` while n8n hasn't stored the execution whole: it responds to the run request before
 * that, and it stores the status and the data one after the other.
 */
async function findExecution(rest: Rest, id: string): Promise<Execution | undefined> {
	const record = await rest
		.call<ExecutionRecord>('GET', `/rest/executions/${id}`)
		.catch((error: unknown) => {
			if (error instanceof RestError && isTooEarly(error)) return undefined;
			throw error;
		});
	if (record?.data === undefined) return undefined;
	return toExecution(record, record.data);
}

/** n8n 2.20 stumbles over an execution that has just begun. */
function isTooEarly({ status, message }: RestError): boolean {
	return status === 404 || (status === 500 && message.includes("(reading 'resultData')"));
}

function toExecution({ id, status }: ExecutionRecord, data: string): Execution {
	// Nothing is stored yet while it runs.
	const stored = parse(data) as { readonly resultData?: ResultData } | undefined;
	const { runData = {}, error } = stored?.resultData ?? {};
	return { id, status, runs: runData, ...(error && { error }) };
}
