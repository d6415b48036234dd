import type { INodeProperties } from 'n8n-workflow';
import { maxWaitPaused } from '../../pause/pause.description';
import {
	fileProperties,
	maxTasksAtATime,
	outputOptions,
	resultShape,
} from '../parameters/result.description';
import {
	limitsProperty,
	maxBilledSeconds,
	maxQueueTime,
	maxRunTime,
	maxTasks,
} from '../parameters/spendingOptions';
import {
	interruptRunning,
	maxWait,
	maxWaitForPlace,
	onTimeout,
	streamProgress,
} from '../parameters/waitOptions';
import { idempotencyKey } from './idempotencyKey';
import { taskHeaders } from './readCallback';
import { reuseResults, variationsPerItem } from './repeatOptions';
import { seedMode } from './runInputs.description';

const polls = { show: { '/waitMode': ['poll'] } };
const waits = { show: { '/waitMode': ['keepOpen', 'poll'] } };
const notPolls = { show: { '/waitMode': ['callback', 'keepOpen', 'none', 'pause'] } };
const createsOnly = { show: { '/waitMode': ['callback', 'none'] } };
const callsBack = { show: { '/waitMode': ['callback', 'pause'] } };
const pauses = { show: { '/waitMode': ['pause'] } };
const stops = { show: { '/waitMode': ['callback', 'none', 'pause', 'poll'] } };

const limits: INodeProperties[] = [
	{ ...maxBilledSeconds, displayOptions: waits },
	{ ...maxQueueTime, displayOptions: polls },
	{ ...maxRunTime, displayOptions: polls },
	maxTasks,
	{ ...maxWait, displayOptions: waits },
	{ ...maxWaitForPlace, displayOptions: createsOnly },
	{ ...maxWaitPaused, displayOptions: pauses },
	{ ...onTimeout, displayOptions: polls },
];

const options: INodeProperties[] = [
	{
		displayName: 'Allow Private Callback URL',
		name: 'allowPrivateCallbackUrl',
		type: 'boolean',
		default: false,
		displayOptions: callsBack,
		description:
			'Whether to continue even if the callback URL looks private. Turn on if the service runs in the same network.',
	},
	idempotencyKey,
	{ ...interruptRunning, displayOptions: stops },
	maxTasksAtATime,
	{
		displayName: 'Retry Unconfirmed Tasks',
		name: 'retryUnconfirmed',
		type: 'boolean',
		default: false,
		description:
			"Whether a retry may create the task again if the service didn't confirm the attempt before. You may be charged for each attempt. If off, check your account's task list before running again.",
	},
	{ ...reuseResults, displayOptions: waits },
	seedMode,
	{ ...streamProgress, displayOptions: waits },
	{
		displayName: 'Suppress Preview Output',
		name: 'suppressPreviewOutput',
		type: 'boolean',
		default: false,
		displayOptions: notPolls,
		description:
			"Whether to ask the service to leave out previews. Task: Get Outputs may then return nothing: the outputs only come with 'Keep Connection Open' or with the callback.",
	},
	taskHeaders,
	variationsPerItem,
];

/** How to wait, and the shape of the result. */
export const runOptionProperties: INodeProperties[] = [
	...fileProperties({ waitMode: ['keepOpen', 'poll'] }),
	...resultShape({ waitMode: ['keepOpen', 'pause', 'poll'] }),
	outputOptions(waits.show, { waitMode: ['pause'] }),
	limitsProperty(limits),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	},
];
