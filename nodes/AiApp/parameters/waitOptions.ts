import type { INodeProperties } from 'n8n-workflow';
import type { WaitOptions } from '../../../client/index';
import { MINUTE_MS, type NumberOption, type Panel } from './readParameter';

/**
 * The default for waiting until a full service has a slot, and for agents, because their callers
 * give up after a longer wait.
 */
const SHORT_WAIT_MINUTES = 5;
/** n8n checks only once a minute which pauses end soon. */
export const SHORTEST_PAUSE_MINUTES = 2;
/** Results expire long before this. */
const YEAR_MINUTES = 365 * 24 * 60;

export const maxWait: NumberOption = {
	displayName: 'Max Wait Time (Minutes)',
	name: 'maxWaitMinutes',
	type: 'number',
	typeOptions: { minValue: 0.1, maxValue: YEAR_MINUTES },
	default: 60,
	description:
		"How long to wait for a task to finish. 'On Timeout' decides what happens then. If not set: 60, or 5 as an AI tool.",
};

/** Max Wait Time where the execution is paused. */
export const maxWaitPaused: NumberOption = {
	displayName: 'Max Wait Time (Minutes)',
	name: 'maxWaitMinutes',
	type: 'number',
	typeOptions: { minValue: SHORTEST_PAUSE_MINUTES, maxValue: YEAR_MINUTES },
	default: 120,
	description:
		"How long the execution is paused at most. If not set: 120. After that, items have the status 'TimedOut': use Task: Wait for Completion to get their results.",
};

/** Max Wait Time if the node waits only until a full service accepts the task. */
const maxWaitForSlot: NumberOption = {
	...maxWait,
	default: SHORT_WAIT_MINUTES,
	description:
		"How long to keep trying to create the task if the service is full. The node doesn't wait for the task to finish. If not set: 5.",
};

export const onTimeout: INodeProperties = {
	displayName: 'On Timeout',
	name: 'onTimeout',
	type: 'options',
	options: [
		{
			name: 'Fail, Keep Task Running',
			value: 'fail',
			description: 'The message contains the request ID so you can get the result later',
		},
		{
			name: 'Fail, Stop Task',
			value: 'stop',
			description: 'Cancel or interrupt the task, depending on its status',
		},
		{
			name: 'Return Current Status',
			value: 'return',
			description: 'The item contains the request ID and the last status',
		},
	],
	default: 'fail',
	description: "What to do if the task isn't finished after the max wait time",
};

/** The wait modes in which the node waits for the end of a task. With `pause`, the execution waits. */
export const NODE_WAITS: string[] = ['keepOpen', 'poll'];
/** The wait modes in which nobody waits for the end of a task. */
const NOBODY_WAITS: string[] = ['callback', 'none'];

/** Shows an option of App: Run in these wait modes only. */
export function inWaitModes(...modes: string[]): { show: { '/waitMode': string[] } } {
	return { show: { '/waitMode': modes } };
}

/** The options for waiting, as App: Run shows them. */
export const runWaitOptions = {
	maxWait: {
		...maxWait,
		displayOptions: inWaitModes(...NODE_WAITS),
		description:
			"How long to wait for a task to finish. 'Keep Connection Open' waits for a minute at least. If not set: 60, or 5 as an AI tool.",
	},
	maxWaitForSlot: { ...maxWaitForSlot, displayOptions: inWaitModes(...NOBODY_WAITS) },
	maxWaitPaused: { ...maxWaitPaused, displayOptions: inWaitModes('pause') },
	onTimeout: { ...onTimeout, displayOptions: inWaitModes('poll') },
};

/**
 * Reads how long to wait for a task, in milliseconds, and what to do then.
 * @param limitMs in place of Max Wait Time: the limit of a paused execution
 * @throws AiAppError kind `input` for a value that the editor doesn't offer
 */
export function readWaitOptions(panel: Panel, waitMode = 'poll', limitMs?: number): WaitOptions {
	const isShort = NOBODY_WAITS.includes(waitMode) || panel.isTool;
	const unsetMinutes = isShort ? SHORT_WAIT_MINUTES : maxWait.default;
	return {
		maxWaitMs: limitMs ?? panel.number(maxWait, unsetMinutes) * MINUTE_MS,
		onTimeout: panel.offered(onTimeout, panel.option(onTimeout)) as WaitOptions['onTimeout'],
	};
}
