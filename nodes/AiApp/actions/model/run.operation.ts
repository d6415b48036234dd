import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { AiAppError, isRecord, modelPath, parseJson, runModel } from '../../../../client/index';
import type { Batch } from '../../batch';
import { createdItem } from '../../io/items';
import { modelTaskItem } from '../../io/modelItems';
import type { ItemResult } from '../operation';
import { maxConcurrentTasks, simplify } from '../result.properties';
import { maxWait, readWaitOptions } from '../waitOptions';

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
		],
	},
]);

/** Creates a task of a model and, if asked for, waits for its end. At most one task is paid for. */
export async function execute(batch: Batch, itemIndex: number): Promise<ItemResult> {
	const { fns, client } = batch;
	const path = modelPath(String(fns.getNodeParameter('modelPath', itemIndex, '')));
	const parameters = readParameters(batch, itemIndex);
	const key = batch.ledgerKey({ path, parameters });
	const waits = fns.getNodeParameter('completion', itemIndex, 'poll') === 'poll';
	const { maxWaitMs } = readWaitOptions(batch, itemIndex);
	const createWhenUnsure = false;
	const work = { path, parameters, key, signal: batch.signal, maxWaitMs, waits, createWhenUnsure };
	const { requestId, ended } = await runModel({ ...batch, models: client.models }, work);
	if (!ended)
		return { items: [createdItem({ requestId, appId: undefined, seeds: {} })], delivers: [key] };
	const simplified = fns.getNodeParameter('simplify', itemIndex, true) as boolean;
	return { items: [modelTaskItem(requestId, ended, simplified)], delivers: [key] };
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
