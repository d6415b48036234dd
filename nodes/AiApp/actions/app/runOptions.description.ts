import type { INodeProperties } from 'n8n-workflow';
import type { NumberOption } from '../../parameters/readParameter';
import {
	downloadSwitch,
	maxAtATime,
	outputOptions,
	resultShape,
} from '../../parameters/result.description';
import { maxBilledSeconds, maxQueueTime, maxRunTime, maxTasks } from '../../parameters/limits';
import { inWaitModes, runWaitOptions } from '../../parameters/waitOptions';
import { allowPrivateCallbackUrl } from '../../parameters/allowPrivate';
import { taskHeaders } from './callback';
import { seedMode } from './runInputs.description';
import { collection } from '../../parameters/collection';
import { limitsAndOptions } from '../../parameters/misplaced';
import { MOST_VARIATIONS } from '../../memory/ledger';

export const variationsPerItem: NumberOption = {
	displayName: 'Variations per Item',
	name: 'variations',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_VARIATIONS, numberPrecision: 0 },
	default: 1,
	description:
		"How many tasks to create for each item. Each gets a random seed, if the app has a seed input. You pay for each task. Not available with 'Pause Execution'.",
};

export const suppressPreviewOutput: INodeProperties = {
	displayName: 'Suppress Preview Output',
	name: 'suppressPreviewOutput',
	type: 'boolean',
	default: false,
	displayOptions: inWaitModes('callback', 'keepOpen', 'none', 'pause'),
	description:
		"Whether to ask the service to leave out previews. Task: Get Outputs may then return nothing: the outputs only come with 'Keep Connection Open' or with the callback.",
};

const limits: INodeProperties[] = [
	maxBilledSeconds,
	maxQueueTime,
	maxRunTime,
	maxTasks,
	runWaitOptions.maxWait,
	runWaitOptions.maxWaitForPlace,
	runWaitOptions.maxWaitPaused,
	runWaitOptions.onTimeout,
];

/**
 * App: Check Inputs shows the limits of App: Run because n8n's editor deletes what an operation
 * doesn't show: after switching back, App: Run would have no limits.
 */
export const limitsForRun: INodeProperties = {
	...collection('limits', withoutConditions(limits)),
	displayName: 'Limits for App: Run',
};

/** App: Check Inputs has no wait mode that the limits could depend on. */
function withoutConditions(properties: readonly INodeProperties[]): INodeProperties[] {
	const byName = new Map(properties.map((property) => [property.name, property]));
	return [...byName.values()].map((property) => ({ ...property, displayOptions: {} }));
}

const options: INodeProperties[] = [
	allowPrivateCallbackUrl,
	runWaitOptions.interruptRunning,
	maxAtATime,
	seedMode,
	runWaitOptions.streamProgress,
	suppressPreviewOutput,
	taskHeaders,
	variationsPerItem,
];

export const runOptionProperties: INodeProperties[] = [
	downloadSwitch({ waitMode: ['keepOpen', 'poll'] }),
	...resultShape({ waitMode: ['keepOpen', 'pause', 'poll'] }),
	outputOptions(inWaitModes('keepOpen', 'poll').show, { waitMode: ['pause'] }),
	...limitsAndOptions(limits, options),
];
