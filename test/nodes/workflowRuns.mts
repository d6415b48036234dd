import './surroundings.mts';
import { parse, stringify } from 'flatted';
import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IConnections,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type ITaskData,
} from 'n8n-workflow';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { useBinaryFolder } from './binaryStore.mts';
import { additionalData, NODE_NAME, nodeWith, type Parameters } from './instance.mts';

/** Nodes of n8n around ours, as far as they decide on when and with which items ours runs. */
const STAND_INS = { first: passOn, loop, wait } as const;

export type WorkflowNode = {
	readonly name: string;
	readonly type: keyof typeof STAND_INS;
	readonly parameters?: Parameters;
};

/** From the output of a node, 0 by default, to the only input of another one. */
export type Wire = readonly [from: string, to: string, output?: number];

export type WorkflowRun = {
	readonly parameters: Parameters;
	readonly settings?: Partial<INode>;
	readonly credential: ICredentialDataDecryptedObject;
	/** Beside ours, the first one first. */
	readonly nodes: readonly WorkflowNode[];
	readonly wires: readonly Wire[];
	readonly items?: readonly INodeExecutionData[];
	/** What was stored of an execution that continues, or is retried. */
	readonly earlier?: IRunExecutionData;
	readonly executionId?: string;
};

/** Executes a workflow of several nodes on n8n's own engine, until it ends or waits. */
export async function runWorkflow(workflow: WorkflowRun): Promise<IRun> {
	await useBinaryFolder();
	const own = {
		...{ ...nodeWith(workflow.parameters), waitBetweenTries: 1 },
		...workflow.settings,
	};
	const nodes = [...workflow.nodes.map(standIn), own];
	const surroundings = additionalData(workflow.credential, own, workflow.executionId);
	const data = workflow.earlier ?? beginning(nodes[0] ?? own, workflow.items ?? [{ json: {} }]);
	return new WorkflowExecute(surroundings, 'manual', data).processRunExecutionData(
		new Workflow({
			...{ id: 'w', name: 'w', nodes, active: false },
			connections: connectionsOf(workflow.wires),
			nodeTypes: {
				getByName: typeOf,
				getByNameAndVersion: typeOf,
				getKnownTypes: () => ({}),
			},
			settings: { executionOrder: 'v1' },
		}),
	);
}

/** What n8n reads from its database, to continue or retry an execution in any process. */
export function storedData({ data }: IRun): IRunExecutionData {
	return parse(stringify(data)) as IRunExecutionData;
}

/** All runs of our node, in order. */
export function runsOf({ data }: IRun): readonly ITaskData[] {
	return data.resultData.runData[NODE_NAME] ?? [];
}

function standIn({ name, type, parameters = {} }: WorkflowNode): INode {
	return { ...{ id: name, name, type, parameters }, typeVersion: 1, position: [0, 0] };
}

function beginning(node: INode, items: readonly INodeExecutionData[]): IRunExecutionData {
	const data = createRunExecutionData();
	data.executionData?.nodeExecutionStack.push({ node, data: { main: [[...items]] }, source: null });
	return data;
}

function connectionsOf(wires: readonly Wire[]): IConnections {
	const connections: IConnections = {};
	for (const [from, node, output = 0] of wires) {
		const { main } = (connections[from] ??= { main: [] });
		for (let n = main?.length ?? 0; n <= output; n++) main?.push([]);
		main?.[output]?.push({ node, type: NodeConnectionTypes.Main, index: 0 });
	}
	return connections;
}

function typeOf(name: string): INodeType {
	if (!(name in STAND_INS)) return new AiApp();
	const type = name as keyof typeof STAND_INS;
	const ports = { inputs: [NodeConnectionTypes.Main], outputs: [NodeConnectionTypes.Main] };
	if (type === 'loop') ports.outputs.push(NodeConnectionTypes.Main);
	return {
		description: {
			...{ displayName: name, name, group: [], version: 1, description: '', defaults: {} },
			...ports,
			properties: [
				{ displayName: 'Reset', name: 'reset', type: 'boolean', default: false },
				{ displayName: 'Until', name: 'until', type: 'number', default: 0 },
			],
		},
		execute: STAND_INS[type],
	};
}

function passOn(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return Promise.resolve([this.getInputData()]);
}

/** As Loop Over Items of n8n 2.41 with a batch of one: the outputs are Done and Loop. */
function loop(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const state = this.getContext('node') as { left?: INodeExecutionData[] };
	const isFirst = state.left === undefined || this.getNodeParameter('reset', 0) === true;
	const [next, ...left] = isFirst ? this.getInputData() : (state.left ?? []);
	state.left = left;
	return Promise.resolve(next ? [[], [next]] : [this.getInputData(), []]);
}

/** As Wait, which gets the node's items again when n8n resumes the execution, and passes them on. */
async function wait(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	await this.putExecutionToWait(new Date(Number(this.getNodeParameter('until', 0))));
	return [this.getInputData()];
}
