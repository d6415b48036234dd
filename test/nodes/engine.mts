import { mockTime } from './surroundings.mts';
import { parse, stringify } from 'flatted';
import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeExecutionData,
	type IRun,
	type IRunExecutionData,
	type IWorkflowSettings,
	type StructuredChunk,
} from 'n8n-workflow';
import { useBinaryFolder } from './binaryStore.mts';
import { additionalData, NODE_NAME, nodeWith, workflowOf, type Parameters } from './instance.mts';

export type Execution = {
	readonly parameters: Parameters;
	readonly credential: ICredentialDataDecryptedObject;
	readonly items?: INodeExecutionData[];
	/** Node settings such as retryOnFail or onError. */
	readonly settings?: Partial<INode>;
	/** Of the workflow. */
	readonly workflowSettings?: IWorkflowSettings;
	/** The data of an execution that is retried, or continues with another turn of a loop. */
	readonly earlier?: IRunExecutionData;
	/** A retry from the executions list is a separate execution. */
	readonly executionId?: string;
	/** Gets what the node streams; left out where nothing is streamed. */
	readonly onChunk?: (chunk: StructuredChunk) => Promise<void> | void;
	/** Gets the function that stops the execution. */
	readonly onStart?: (stop: () => void) => void;
};

export type Ended = {
	readonly run: IRun;
	/** Items of each output of the node. */
	readonly outputs: INodeExecutionData[][];
	/** Sentences above the output. */
	readonly hints: string[];
	readonly error:
		| (Error & { description?: string | null; context?: { itemIndex?: number; data?: string } })
		| undefined;
};

/** Runs the node on n8n's own engine, with n8n's own HTTP helpers and binary store. */
export async function execute(execution: Execution): Promise<Ended> {
	await useBinaryFolder();
	// n8n's pause before it runs a node again takes real time: a second, if nothing is said.
	const node = { ...nodeWith(execution.parameters), waitBetweenTries: 1, ...execution.settings };
	const surroundings = additionalData(execution.credential, node, execution.executionId);
	if (execution.onChunk) {
		surroundings.hooks?.addHandler('sendChunk', async (chunk) => execution.onChunk?.(chunk));
		surroundings.streamingEnabled = true;
	}
	const engine = new WorkflowExecute(
		surroundings,
		'manual',
		withNode(
			execution.earlier ?? createRunExecutionData(),
			node,
			execution.items ?? [{ json: {} }],
		),
	);
	const running = engine.processRunExecutionData(workflowOf(node, execution.workflowSettings));
	execution.onStart?.(() => running.cancel());
	const run = await running;
	const data = run.data.resultData.runData[NODE_NAME]?.at(-1);
	return {
		run,
		outputs: (data?.data?.main ?? []).map((items) => items ?? []),
		hints: (data?.hints ?? []).map(({ message }) => message),
		error: (data?.error ?? run.data.resultData.error) as Ended['error'],
	};
}

/**
 * What "Retry" in the executions list starts from: the stored data without the failed run.
 * @param edited what differs in the current workflow, if n8n is told to retry with that one: it then
 * puts its node into the stored data, with all defaults (n8n 2.41, execution.service.js)
 */
export function retryOf({ run }: Pick<Ended, 'run'>, edited?: Partial<INode>): IRunExecutionData {
	const data = parse(stringify(run.data)) as IRunExecutionData;
	delete data.resultData.error;
	data.resultData.runData[NODE_NAME]?.pop();
	for (const next of edited ? (data.executionData?.nodeExecutionStack ?? []) : []) {
		const current = { ...next.node, ...edited };
		next.node = workflowOf(current).getNode(current.name) ?? current;
	}
	return data;
}

/** A retried execution has the node on its stack already; a fresh one, or a finished turn, has not. */
function withNode(
	data: IRunExecutionData,
	node: INode,
	items: INodeExecutionData[],
): IRunExecutionData {
	const stack = data.executionData?.nodeExecutionStack ?? [];
	if (stack.length === 0) stack.push({ node, data: { main: [items] }, source: null });
	return data;
}

export { mockTime };
