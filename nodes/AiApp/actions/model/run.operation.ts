import type { INodeProperties } from 'n8n-workflow';
import {
	settleSync,
	modelPath,
	runModel,
	type Settled,
	type ModelRun,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { readJsonObject } from '../../io/readParameter';
import { createdItem } from '../../io/items/items';
import { modelTaskItem } from '../../io/items/modelItems';
import type { ItemResult, OperationOption, Work } from '../../execution/operation';
import { maxConcurrentTasks, simplify } from '../parameters/result.description';
import { maxWait, maxWaitForPlace, readWaitOptions } from '../parameters/waitOptions';

export const option: OperationOption = {
	name: 'Run',
	description: 'Run a model and get its result',
	action: 'Run model',
};

export const description: INodeProperties[] = [
	{
		displayName: 'Model Path',
		name: 'modelPath',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. maker/model/text-to-image',
		description: 'The path of the model as the service lists it, without address',
	},
	{
		displayName: 'Parameters (JSON)',
		name: 'modelParameters',
		type: 'json',
		required: true,
		default: '{}',
		description: 'An object with the parameters of the model, e.g. {"prompt": "a red cat"}',
	},
	{
		displayName: 'Completion',
		name: 'completion',
		type: 'options',
		options: [
			{
				name: 'Do Not Wait',
				value: 'none',
				description: 'Create the task and return its request ID at once',
			},
			{
				name: 'Wait (Poll)',
				value: 'poll',
				description: 'Look at the task until it has ended and return its result',
			},
		],
		default: 'poll',
		description: 'How to go on after the task was created. Tasks of models cannot be stopped.',
	},
	{ ...simplify, displayOptions: { show: { completion: ['poll'] } } },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			maxConcurrentTasks,
			{ ...maxWait, displayOptions: { show: { '/completion': ['poll'] } } },
			{ ...maxWaitForPlace, displayOptions: { show: { '/completion': ['none'] } } },
		],
	},
];

type ModelTaskRun = Omit<ModelRun, 'key'> & { readonly simplify: boolean };

/** Reads all items before any task is created. */
export async function prepare(
	context: ExecutionContext,
	itemCount: number,
): Promise<Settled<Work>[]> {
	const indexes = Array.from({ length: itemCount }, (_, index) => index);
	return indexes.map((itemIndex) => {
		const run = settleSync(() => readRun(context, itemIndex));
		return run.ok ? { ok: true, value: () => runTask(context, run.value) } : run;
	});
}

function readRun(context: ExecutionContext, itemIndex: number): ModelTaskRun {
	const { ctx, signal } = context;
	const waits = ctx.getNodeParameter('completion', itemIndex, 'poll') === 'poll';
	return {
		path: modelPath(String(ctx.getNodeParameter('modelPath', itemIndex, ''))),
		parameters: readJsonObject(ctx, itemIndex, MODEL_PARAMETERS),
		waits,
		maxWaitMs: readWaitOptions(context, itemIndex, { createsOnly: !waits }).maxWaitMs,
		simplify: ctx.getNodeParameter('simplify', itemIndex, true) === true,
		createWhenUnsure: false,
		signal,
	};
}

/** Creates a task of a model and, if asked for, waits for its end. At most one task is paid for. */
async function runTask(context: ExecutionContext, run: ModelTaskRun): Promise<ItemResult> {
	const work = { of: run.path, inputs: Object.entries(run.parameters) };
	const [key = ''] = context.ledger.claim([work]);
	const { requestId, ended } = await runModel(context.ports, { ...run, key });
	if (!ended) return { items: [createdItem({ requestId })], delivers: [key] };
	return { items: [modelTaskItem(requestId, ended, run.simplify)], delivers: [key] };
}

const MODEL_PARAMETERS = {
	name: 'modelParameters',
	displayName: 'Parameters (JSON)',
	advice: 'Enter an object with the parameters of the model, e.g. {"prompt": "a red cat"}.',
};
