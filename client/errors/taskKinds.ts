import type { TaskKindRow } from './kindTraits';

const UNPAID = 'Nothing was created or charged for this item.';

/** What a task, or a step of one, can end with. */
export const TASK_KINDS = {
	task_not_found: {
		advice:
			'Check the request ID, and that the credential belongs to the account that created the task.',
	},
	conflict: {
		advice:
			'Cancel works while a task is Queuing, Interrupt while it is Running. Use Task: Stop, which picks the one that fits and follows a task that is Preparing.',
	},
	unconfirmed: {
		isAmbiguous: true,
		advice:
			'A task may exist and may be charged. Look at the task list of your account at the service before running again.',
	},
	failed: {
		spendsTask: true,
		advice: 'Check the inputs of the app, or try the app on its page at the service.',
	},
	canceled: {
		spendsTask: true,
		advice: 'Somebody stopped the task outside this node. Run again to create a new one.',
	},
	timeout: {
		advice:
			'Raise Max Wait Time in the options, or fetch the result later with Task: Get Status and Task: Get Outputs. The task goes on and may be charged.',
	},
	execution_stopped: {
		isAmbiguous: true,
		advice: 'Run the workflow again when it suits you. The message says what became of the task.',
	},
	content_rejected: {
		spendsTask: true,
		advice:
			'The content check of the service let no output through. Change the inputs and run again.',
	},
	output_failed: {
		spendsTask: true,
		advice: 'No output of the task is usable. Check the inputs of the app and run again.',
	},
	empty_output: {
		advice:
			'Read the outputs later with Task: Get Outputs, or try the app on its page at the service.',
	},
	upload: {
		advice: `The file did not reach the storage of the service. ${UNPAID} Run again later.`,
	},
	download: {
		advice: 'The result stays at the service until it expires. Fetch it with Task: Get Outputs.',
	},
	expired: {
		advice: 'Result files are kept for a limited time and cannot be recovered. Run the app again.',
	},
	too_large: {
		advice: 'Raise Max File Size in the options, or switch Download Files off and use the URL.',
	},
} as const satisfies Record<string, TaskKindRow>;
