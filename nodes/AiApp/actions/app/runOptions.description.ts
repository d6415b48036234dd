import type { INodeProperties } from 'n8n-workflow';
import {
	downloadSwitch,
	maxAtATime,
	outputOptions,
	resultShape,
} from '../../parameters/result.description';
import { MOST_VARIATIONS } from '../../memory/sameWork';
import { maxBilledSeconds, maxQueueTime, maxRunTime, maxTasks } from '../../parameters/limits';
import type { NumberOption } from '../../parameters/readParameter';
import { inWaitModes, NODE_WAITS, runWaitOptions } from '../../parameters/waitOptions';
import { taskHeaders } from './callback';
import { seedMode } from './runInputs.description';
import { optionsWith } from '../../parameters/options';

export const suppressPreviewOutput: INodeProperties = {
	displayName: 'Suppress Preview Output',
	name: 'suppressPreviewOutput',
	type: 'boolean',
	default: false,
	displayOptions: inWaitModes('callback', 'keepOpen', 'none', 'pause'),
	description:
		"Whether to ask the service to leave out previews. Task: Get Outputs may then return nothing: the outputs only come with 'Keep Connection Open' or with the callback.",
};

/**
 * n8n links the items of a paused execution with the input items by their positions, so an input item can
 * have only one. In a mode that doesn't show an option, n8n drops its value.
 */
export const variationsPerItem: NumberOption = {
	displayName: 'Variations per Item',
	name: 'variations',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_VARIATIONS, numberPrecision: 0 },
	default: 1,
	displayOptions: inWaitModes('callback', 'keepOpen', 'none', 'poll'),
	description:
		'How many tasks to create for each item. Each gets a random seed, if the app has a seed input. You pay for each task.',
};

const options: INodeProperties[] = [
	...outputOptions(inWaitModes(...NODE_WAITS).show, { '/waitMode': ['pause'] }),
	...[maxBilledSeconds, maxQueueTime, maxRunTime, maxTasks],
	...Object.values(runWaitOptions),
	...[maxAtATime, seedMode, suppressPreviewOutput, taskHeaders, variationsPerItem],
];

export const runOptionProperties: INodeProperties[] = [
	downloadSwitch({ waitMode: NODE_WAITS }),
	...resultShape({ waitMode: [...NODE_WAITS, 'pause'] }),
	optionsWith(...options),
];

/**
 * App: Check Inputs shows the options of App: Run because n8n's editor deletes what an operation
 * doesn't show: after switching back, App: Run would have no limits. They don't depend on the wait
 * mode, which App: Check Inputs doesn't have.
 */
export const optionsForRun: INodeProperties = {
	...optionsWith(
		...options
			.filter((each, n) => options.findIndex(({ name }) => name === each.name) === n)
			.map((each) => ({ ...each, displayOptions: { ...each.displayOptions, show: {} } })),
	),
	displayName: 'Options for App: Run',
};
