import type { NumberOption } from '../io/readParameter';

export const maxPause: NumberOption = {
	displayName: 'Max Pause (Minutes)',
	name: 'pauseLimitMinutes',
	type: 'number',
	// n8n looks for limits that have passed once a minute; results expire before a year is over.
	typeOptions: { minValue: 2, maxValue: 365 * 24 * 60 },
	default: 120,
	description:
		'How long the execution sleeps at most, to the minute. After that its items say WAIT_TIMEOUT and hold the request ID; Task: Wait for Completion can go on with it.',
};
