import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import {
	AiAppError,
	attemptedNow,
	isRecord,
	modelPath,
	parseJson,
	runModel,
	type Attempted,
	type ModelRun,
} from '../../../../client/index';
import type { Batch } from '../../execution/batch';
import { createdItem } from '../../io/items/items';
import { modelTaskItem } from '../../io/items/modelItems';
import type { ItemResult, Work } from '../../execution/operation';
import { maxConcurrentTasks, simplify } from '../parameters/result.description';
import { maxWait, maxWaitForPlace, readWaitOptions } from '../parameters/waitOptions';

const displayOptions = { show: { resource: ['model'], operation: ['run'] } };

export const description: INodeProperties[] = updateDisplayOptions(displayOptions, [
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
]);

type ModelTaskRun = Omit<ModelRun, 'key'> & { readonly simplify: boolean };

/** Reads all items before any task is created. */
export async function prepare(batch: Batch, itemCount: number): Promise<Attempted<Work>[]> {
	const indexes = Array.from({ length: itemCount }, (_, index) => index);
	return indexes.map((itemIndex) => {
		const run = attemptedNow(() => readRun(batch, itemIndex));
		return run.ok ? { ok: true, value: () => runTask(batch, run.value) } : run;
	});
}

function readRun(batch: Batch, itemIndex: number): ModelTaskRun {
	const { fns, signal } = batch;
	const waits = fns.getNodeParameter('completion', itemIndex, 'poll') === 'poll';
	return {
		path: modelPath(String(fns.getNodeParameter('modelPath', itemIndex, ''))),
		parameters: readParameters(batch, itemIndex),
		waits,
		maxWaitMs: readWaitOptions(batch, itemIndex, { createsOnly: !waits }).maxWaitMs,
		simplify: fns.getNodeParameter('simplify', itemIndex, true) === true,
		createWhenUnsure: false,
		signal,
	};
}

/** Creates a task of a model and, if asked for, waits for its end. At most one task is paid for. */
async function runTask(batch: Batch, run: ModelTaskRun): Promise<ItemResult> {
	const work = { of: run.path, inputs: Object.entries(run.parameters) };
	const [key = ''] = batch.ledger.claim([work]);
	const ports = { ...batch, models: batch.client.models };
	const { requestId, ended } = await runModel(ports, { ...run, key });
	if (!ended)
		return { items: [createdItem({ requestId, appId: undefined, seeds: {} })], delivers: [key] };
	return { items: [modelTaskItem(requestId, ended, run.simplify)], delivers: [key] };
}

function readParameters({ fns }: Batch, itemIndex: number): Readonly<Record<string, unknown>> {
	const given: unknown = fns.getNodeParameter('modelParameters', itemIndex, {});
	const value = typeof given === 'string' ? parseJson(given) : given;
	if (isRecord(value)) return value;
	throw new AiAppError(
		'input',
		'Parameters (JSON) is not a JSON object',
		{},
		'Enter an object with the parameters of the model, e.g. {"prompt": "a red cat"}.',
	);
}
