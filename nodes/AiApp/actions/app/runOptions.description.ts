import type { INodeProperties } from 'n8n-workflow';
import {
	maxConcurrentTasks,
	fileProperties,
	maxFileSize,
	resultShape,
	splitIntoItems,
} from '../parameters/result.description';
import { interruptRunning, maxWait, maxWaitForPlace, onDeadline } from '../parameters/waitOptions';
import { idempotencyKey } from './idempotencyKey';
import { maxPause } from '../../pause/pause.description';
import { taskHeaders } from './callback.description';

const polls = { show: { '/completion': ['poll'] } };
const waits = { show: { '/completion': ['hold', 'poll'] } };
const notPolls = { show: { '/completion': ['hold', 'none', 'notify', 'pause'] } };
const createsOnly = { show: { '/completion': ['none', 'notify'] } };
const callsBack = { show: { '/completion': ['notify', 'pause'] } };
const pauses = { show: { '/completion': ['pause'] } };
const stops = { show: { '/completion': ['pause', 'poll'] } };

const options: INodeProperties[] = [
	{
		displayName: 'Allow Private Callback Address',
		name: 'allowPrivateCallback',
		type: 'boolean',
		default: false,
		displayOptions: callsBack,
		description:
			'Whether to go on although the address that the service is to call looks private, because the service reaches it all the same',
	},
	{
		displayName: 'Create Again When Unsure',
		name: 'createWhenUnsure',
		type: 'boolean',
		default: false,
		description:
			'Whether a repeated try may create a task whose first create got no answer. It may then be paid for twice. If off, look at the task list of your account first.',
	},
	idempotencyKey,
	{ ...interruptRunning, displayOptions: stops },
	maxConcurrentTasks,
	{
		...maxFileSize,
		displayOptions: { show: { ...waits.show, '/downloadFiles': [true] } },
	},
	{ ...maxPause, displayOptions: pauses },
	{ ...maxWait, displayOptions: waits },
	{ ...maxWaitForPlace, displayOptions: createsOnly },
	{ ...splitIntoItems, displayOptions: { ...splitIntoItems.displayOptions, ...waits } },
	{
		displayName: 'Suppress Preview Output',
		name: 'suppressPreviewOutput',
		type: 'boolean',
		default: false,
		displayOptions: notPolls,
		description:
			'Whether to ask the service to leave previews out. Task: Get Outputs may then find nothing; the outputs come with the held connection or the callback.',
	},
	taskHeaders,
	{ ...onDeadline, displayOptions: polls },
];

/** How to wait, and how to hand the result on. */
export const runOptionProperties: INodeProperties[] = [
	...fileProperties({ completion: ['hold', 'poll'] }),
	...resultShape({ completion: ['hold', 'pause', 'poll'] }),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	},
];
