import type { NumberOption } from '../io/readParameter';

/** Max Wait Time where the execution is paused. */
export const maxWaitPaused: NumberOption = {
	displayName: 'Max Wait Time (Minutes)',
	name: 'maxWaitMinutes',
	type: 'number',
	// n8n checks for timeouts once a minute; results expire in less than a year.
	typeOptions: { minValue: 2, maxValue: 365 * 24 * 60 },
	default: 120,
	description:
		"How long the execution is paused at most. If not set: 120. After that, items have the status 'TimedOut': use Task: Wait for Completion to get their results.",
};
