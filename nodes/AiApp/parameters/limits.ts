import type { NumberOption } from './readParameter';
import { inWaitModes, NODE_WAITS } from './waitOptions';

export const maxTasks: NumberOption = {
	displayName: 'Max Tasks per Execution',
	name: 'maxTasks',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 100,
	builderHint: {
		propertyHint:
			'Set it if the number of items is unknown, in loops, and in tools. Further items fail with "budget" in details.kind. Without "onError", no item runs if there are more.',
	},
	description:
		"The most tasks that this node creates in one execution, over all items, loops and retries. Further items fail without a task. If 'On Error' is 'Stop Workflow', no item runs if there are more. Each call by an MCP client or a first-class Agent is an execution of its own: set 'Max Tasks per Hour' in the credential. If not set, there is no limit.",
};

export const maxBilledSeconds: NumberOption = {
	displayName: 'Max Billed Seconds',
	name: 'maxBilledSeconds',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 600,
	displayOptions: inWaitModes(...NODE_WAITS),
	builderHint: {
		propertyHint:
			'The sum over all tasks of this node, not a limit for each task: for that, use \'Max Run Time (Minutes)\'. Works with "poll" and "keepOpen" only.',
	},
	description:
		'The most billed seconds of this node in one execution. When its tasks reach the limit, further items fail without a task. Running tasks finish, so the total can be higher. If not set, there is no limit.',
};

export const maxQueueTime: NumberOption = {
	displayName: 'Max Queue Time (Minutes)',
	name: 'maxQueueMinutes',
	type: 'number',
	typeOptions: { minValue: 0.1 },
	default: 5,
	displayOptions: inWaitModes('poll'),
	builderHint: {
		propertyHint:
			'To fall back to another app, set "onError" to "continueErrorOutput" and check for "queue_timeout" in details.kind. Works with "poll" only.',
	},
	description:
		"How long each task may wait in the service's queue. After that it's canceled, and its item fails. You usually aren't charged for it. If not set, there is no limit.",
};

export const maxRunTime: NumberOption = {
	displayName: 'Max Run Time (Minutes)',
	name: 'maxRunMinutes',
	type: 'number',
	typeOptions: { minValue: 0.1 },
	default: 5,
	displayOptions: inWaitModes('poll'),
	description:
		"The longest that each task may run. Tasks that run longer are interrupted, and their items fail. You pay for the time they ran, up to about ten seconds more than this. The queue and loading the model are free and don't count. If not set, there is no limit.",
};
