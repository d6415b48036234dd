import type { INodeProperties } from 'n8n-workflow';
import type { WaitOptions } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { readNumber, readOption, type NumberOption } from '../../io/readParameter';

const MINUTE_MS = 60_000;
/** Results expire far earlier. */
const YEAR_MINUTES = 365 * 24 * 60;

/** Options of every operation that waits for a task; shown as the caller says. */
export const interruptRunning: INodeProperties = {
	displayName: 'Interrupt Running Tasks',
	name: 'interruptRunning',
	type: 'boolean',
	default: true,
	description:
		'Whether to interrupt the task when the execution is stopped while it runs. What has run by then is charged. Queuing tasks are canceled either way, free of charge.',
};

export const maxWait: NumberOption = {
	displayName: 'Max Wait (Minutes)',
	name: 'maxWaitMinutes',
	type: 'number',
	typeOptions: { minValue: 0.1, maxValue: YEAR_MINUTES, numberPrecision: 1 },
	default: 60,
	description:
		'How long to wait for the end of a task. If not set: 60 minutes, 5 where an AI agent uses the node.',
};

/** Max Wait where the task is not waited for: only a service that is full is. */
export const maxWaitForPlace: NumberOption = {
	...maxWait,
	default: 5,
	description:
		'How long a service that is full is asked again to take the task. The end of the task is not waited for. If not set: 5 minutes.',
};

export const onDeadline: INodeProperties = {
	displayName: 'When Max Wait Is Over',
	name: 'onDeadline',
	type: 'options',
	options: [
		{
			name: 'Fail and Leave the Task Running',
			value: 'fail',
			description: 'The message holds the request ID, so that the result can be fetched later',
		},
		{
			name: 'Return the Task as It Is',
			value: 'return',
			description: 'The item holds the request ID and the last state',
		},
		{
			name: 'Stop the Task and Fail',
			value: 'stop',
			description: 'Cancel or interrupt it, whichever its state allows',
		},
	],
	default: 'fail',
	description: 'What to do with a task that has not ended by then',
};

type WaitFor = {
	/** Stands in for Max Wait where the user is asked for another limit. */
	readonly limitMs?: number | undefined;
	/** Whether the end of the task is not waited for. */
	readonly createsOnly?: boolean;
};

export function readWaitOptions(
	context: ExecutionContext,
	itemIndex: number,
	{ limitMs, createsOnly = false }: WaitFor = {},
): WaitOptions {
	const { ctx } = context;
	const unsetMinutes = createsOnly ? maxWaitForPlace.default : context.defaultWaitMinutes;
	return {
		maxWaitMs: limitMs ?? readNumber(ctx, itemIndex, maxWait, unsetMinutes) * MINUTE_MS,
		onDeadline: readOption<WaitOptions['onDeadline']>(ctx, itemIndex, 'onDeadline', 'fail'),
		interruptRunning: readOption(ctx, itemIndex, 'interruptRunning', true),
	};
}
