import type { INodeProperties } from 'n8n-workflow';
import {
	counted,
	deadlineIn,
	parseHttpUrl,
	reword,
	say,
	modelPath,
	runModel,
	withEarlier,
	type ModelRun,
} from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { unevaluatedIn } from '../../facts/unevaluatedTexts';
import { unevaluatedError, unevaluatedHint } from '../../words/adviceAtUnevaluated';
import { itemFiles, type ItemFiles } from '../../io/binary/source';
import { deliverResult } from '../../io/binary/downloadOutputs';
import { hashOf } from '../../memory/sameWork';
import { openPanel, type Panel } from '../../parameters/readParameter';
import { createdItem } from '../../io/items/taskItems';
import type { ItemResult, OperationOption, PreparedWork } from '../operation';
import { checkItems, claimItems, type PaidTask } from '../paidWork';
import { checkFiles, uploadFiles } from './modelFiles';
import { parameterValues } from './parameterValues';
import { maxAtATime, outputOptions, resultProperties } from '../../parameters/result.description';
import { readResultOptions, type ResultOptions } from '../../parameters/resultOptions';
import { maxTasks } from '../../parameters/limits';
import { NODE_WAITS, readWaitOptions, runWaitOptions } from '../../parameters/waitOptions';
import { optionsWith } from '../../parameters/options';

export const option: OperationOption = {
	name: 'Run',
	description: "Run a model and get its files and texts. Model tasks can't be stopped.",
	action: 'Run model',
};

const waitModeProperty: INodeProperties = {
	displayName: 'Wait Mode',
	name: 'waitMode',
	type: 'options',
	options: [
		{
			name: 'Return Immediately',
			value: 'none',
			description: 'Return the request ID as soon as the task is created',
		},
		{
			name: 'Wait for Result',
			value: 'poll',
			description: "Check the task's status until it finishes, then return its files and texts",
		},
	],
	default: 'poll',
	description: "How to get the result after the task is created. Model tasks can't be stopped.",
};

export const description: INodeProperties[] = [
	{
		displayName: 'Model Path',
		name: 'modelPath',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. sample-painter/text-to-image',
		description:
			"The URL in the model's API example, or its part behind /modelzoo/tasks/openapi/, such as maker/model/text-to-image",
	},
	{
		displayName: 'Parameters (JSON)',
		name: 'modelParameters',
		type: 'json',
		required: true,
		default: '{}',
		description:
			'Object with the parameters of the model, e.g. {"prompt": "a red cat"}. For the URL of a file of the item, enter its binary field like this: {"image": {"$binary": "data"}}.',
	},
	waitModeProperty,
	...resultProperties({ waitMode: NODE_WAITS }),
	optionsWith(
		...outputOptions({ '/waitMode': NODE_WAITS }),
		...[maxAtATime, maxTasks, runWaitOptions.maxWait, runWaitOptions.maxWaitForSlot],
	),
];

export const streams = true;

type ModelTaskRun = Omit<ModelRun, 'deadline' | 'key' | 'upload'> & {
	readonly variations: 1;
	readonly files: ItemFiles;
	readonly maxWaitMs: number;
	readonly delivery: ResultOptions;
};

/** Reads and checks all items before any task is created. */
export async function prepare(context: ExecutionContext): Promise<readonly PreparedWork[]> {
	const { modelPath: typedPath, modelParameters } = context.ctx.getNode().parameters;
	const typed = hashOf({ path: typedPath, modelParameters });
	const items = await claimItems(
		context,
		(itemIndex) => readModelRun(context, itemIndex),
		({ parameters, path }) => ({ of: path, inputs: parameters, typed }),
	);
	return checkItems(context, items, {
		look: checkFiles,
		check: () => undefined,
		work: (run) => runModelItem(context, run),
	});
}

function readModelRun(context: ExecutionContext, itemIndex: number): ModelTaskRun {
	const { beforeCreate, ctx, signal } = context;
	const panel = openPanel(ctx, itemIndex);
	const waitMode = panel.offered(waitModeProperty, panel.read('waitMode', 'poll'));
	return {
		itemIndex,
		variations: 1,
		path: modelPath(String(panel.read('modelPath', ''))),
		parameters: readModelParameters(context, panel),
		files: itemFiles(ctx, itemIndex),
		isAwaited: NODE_WAITS.includes(waitMode),
		maxWaitMs: readWaitOptions(panel, waitMode).maxWaitMs,
		limits: { maxTasks: panel.optional(maxTasks) },
		delivery: readResultOptions(panel),
		signal,
		beforeCreate,
	};
}

/**
 * Reads the parameters of a model. Warns about texts that n8n didn't evaluate, and about URLs that a
 * service on the internet can't open. They are sent as they are: nobody knows what the model does with
 * them.
 * @throws AiAppError kind `input` for a text that is nothing but the name of a missing value
 */
function readModelParameters(
	{ hints, isReachable }: ExecutionContext,
	panel: Panel,
): ModelRun['parameters'] {
	const parameters = panel.json(MODEL_PARAMETERS);
	const isText = (value: unknown): value is string => typeof value === 'string';
	for (const { name, value } of parameterValues(parameters, isText)) {
		const found = unevaluatedIn(value);
		if (found) {
			const what = say`The parameter '${name}'`;
			if (found.isWhole) throw unevaluatedError(what, found);
			hints.count(`unevaluated ${name}`, unevaluatedHint(what, found));
		}
		const url = /\s/.test(value.trim()) ? undefined : parseHttpUrl(value);
		if (url && !isReachable(url))
			hints.count(
				`private ${name}`,
				(items) =>
					say`The URL in the parameter '${name}' looks private (${url.origin}) in ${counted(items, 'item')}. The service may be unable to open it. To send a file of the item, enter {"$binary": "data"}.`,
			);
	}
	return parameters;
}

async function runModelItem(
	context: ExecutionContext,
	{ delivery, maxWaitMs, ...run }: ModelTaskRun & PaidTask<undefined>,
): Promise<ItemResult> {
	const deadline = deadlineIn(context.clock, maxWaitMs);
	const progress = context.stream.progressOf(run, run.path);
	const upload = async () => {
		if (run.isSent) await run.checkNow();
		return uploadFiles(context, run, deadline);
	};
	const ports = { ...context.ports, progress };
	const { requestId, ended } = await reword(
		() => runModel(ports, { ...run, deadline, upload }),
		(error) => withEarlier(error, context.ledger.read(run.key)),
	);
	if (ended) {
		const items = await deliverResult(context, ended, delivery);
		return { items, delivers: [run.key], result: ended };
	}
	const task = { requestId, of: 'model' } as const;
	const left = { task, earlier: [], attached: false, isAwaited: false };
	return { items: [createdItem(task, delivery.inputFields)], delivers: [run.key], leftTask: left };
}

const MODEL_PARAMETERS = {
	name: 'modelParameters',
	displayName: 'Parameters (JSON)',
	advice: 'Enter an object with the parameters of the model, e.g. {"prompt": "a red cat"}.',
};
