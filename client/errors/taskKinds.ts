import type { TaskKindRow } from './kindTraits';
import { MAY_BE_CHARGED, NOT_CHARGED } from './money';

/** What a task, or a step of one, can end with. */
export const TASK_KINDS = {
	task_not_found: {
		advice:
			'Check the request ID, and that the credential belongs to the account that created the task.',
	},
	conflict: {
		advice:
			"Task: Cancel works while a task is Queuing, Task: Interrupt while it's Running. Use Task: Stop, which picks the right one.",
	},
	unconfirmed: {
		isAmbiguous: true,
		money: MAY_BE_CHARGED,
		advice: "The task may exist. Check your account's task list before you run this again.",
	},
	failed: {
		spendsTask: true,
		money: MAY_BE_CHARGED,
		advice: 'Check the app inputs, or try the app on its page at the service.',
	},
	budget: {
		money: MAY_BE_CHARGED,
		advice:
			'A limit that you set for this node or its credential is reached. Raise it to continue.',
	},
	canceled: {
		spendsTask: true,
		money: MAY_BE_CHARGED,
		advice: 'The task was stopped outside this node. To get a result, create a new one.',
	},
	timeout: {
		money: MAY_BE_CHARGED,
		advice:
			"The task continues at the service. Get the result later with Task: Wait for Completion, or raise 'Max Wait Time' under 'Limits'.",
	},
	queue_timeout: {
		spendsTask: true,
		money: NOT_CHARGED,
		advice:
			"The service is full. Run again later, raise 'Max Queue Time' under 'Limits', or use another app.",
	},
	execution_stopped: {
		isAmbiguous: true,
		advice: "The message says what happened to the task. Run the workflow again when you're ready.",
	},
	content_rejected: {
		spendsTask: true,
		money: MAY_BE_CHARGED,
		advice: "The service's content check blocked the result. Change the inputs and run again.",
	},
	output_failed: {
		spendsTask: true,
		money: MAY_BE_CHARGED,
		advice: 'None of the outputs can be used. Check the app inputs and run again.',
	},
	empty_output: {
		money: MAY_BE_CHARGED,
		advice:
			'Get the outputs later with Task: Get Outputs, or try the app on its page at the service.',
	},
	upload: {
		money: NOT_CHARGED,
		advice: "The file didn't reach the service's storage. Run again later.",
	},
	download: {
		money: MAY_BE_CHARGED,
		advice: 'The result is available until it expires. Get it with Task: Get Outputs.',
	},
	expired: {
		money: MAY_BE_CHARGED,
		advice:
			"Result files are kept for a limited time and can't be recovered. Run the app again to create new ones.",
	},
	too_large: {
		advice: "Raise 'Max File Size' in the options, or turn off 'Download Files' and use the URL.",
	},
} as const satisfies Record<string, TaskKindRow>;
