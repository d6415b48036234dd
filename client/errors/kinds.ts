/** What is known of the task when something goes wrong; `taskEnded`: in Success. */
export type Phase = 'beforeCreate' | 'taskKnown' | 'taskEnded';

/** Whose task it is: models have operations and options of their own. */
export type TaskOf = 'app' | 'model';

/** After a create: what to correct before the result of the task can be read. */
type CallAdvice = { readonly beforeCreate: string; readonly afterCreate: string };

const UNPAID = 'Nothing was created or charged for this item.';

/** What a call can end with. The words before a create would cost another task after it. */
const CALL_ADVICE = {
	credential: {
		beforeCreate:
			'Open the AI App API credential, paste the API key again and press Retry. A new key can be made in the account settings of the service.',
		afterCreate: 'Open the AI App API credential and paste the API key again.',
	},
	forbidden: {
		beforeCreate:
			'The account may not do this. Check in the account settings of the service that it is active and verified.',
		afterCreate:
			'Check in the account settings of the service that the account is active and verified.',
	},
	balance: {
		beforeCreate: 'Top up the account of the service, or use the API key of another account.',
		afterCreate: 'Top up the account of the service.',
	},
	quota: {
		beforeCreate:
			'The quota of this API key is used up. Raise it in the account settings of the service, or use another key.',
		afterCreate:
			'The quota of this API key is used up. Raise it in the account settings of the service.',
	},
	busy: {
		beforeCreate: `The service takes no more calls at the moment. Run again later, or give the node fewer items at once. ${UNPAID}`,
		afterCreate: 'The service takes no more calls at the moment.',
	},
	moderation: {
		beforeCreate:
			'The service did not accept the content. Change the prompt or the files and run again.',
		afterCreate: 'The service does not return this content.',
	},
	app_not_found: {
		beforeCreate:
			'Check the app ID. The address of an app page may show the number of a collection instead, so copy the ID from the API page of the app. A private app needs the API key of its owner.',
		afterCreate: 'The service did not find the app.',
	},
	app_unusable: {
		beforeCreate: `A part that it is built of is missing, outdated or offline at the service. Pick another one, or ask its author. ${UNPAID}`,
		afterCreate: 'A part that it is built of is missing, outdated or offline at the service.',
	},
	input: {
		beforeCreate: `Correct the value and run again. ${UNPAID}`,
		afterCreate: 'The service did not accept a value of this call.',
	},
	unreachable: {
		beforeCreate:
			'Check the Base URL and Metadata URL of the credential, and that this n8n can reach the internet.',
		afterCreate: 'Check the Base URL of the credential, and that this n8n can reach the internet.',
	},
	no_answer: {
		beforeCreate: 'The service may be overloaded. Run again later.',
		afterCreate: 'The service may be overloaded.',
	},
	service: {
		beforeCreate: 'The service had trouble of its own. Run again later.',
		afterCreate: 'The service had trouble of its own.',
	},
	unexpected: {
		beforeCreate:
			'Check the Base URL and Metadata URL of the credential: something else than the service may have answered.',
		afterCreate:
			'Check the Base URL of the credential: something else than the service may have answered.',
	},
} as const satisfies Record<string, CallAdvice>;

/** What a task, or a step of one, can end with. */
const TASK_ADVICE = {
	task_not_found:
		'Check the request ID, and that the credential belongs to the account that created the task.',
	conflict:
		'Cancel works while a task is Queuing, Interrupt while it is Running. Use Task: Stop, which picks the one that fits and follows a task that is Preparing.',
	unsure:
		'A task may exist and may be charged. Look at the task list of your account at the service before running again.',
	failed: 'Check the inputs of the app, or try the app on its page at the service.',
	canceled: 'Somebody stopped the task outside this node. Run again to create a new one.',
	deadline:
		'Raise Max Wait in the options, or fetch the result later with Task: Get Status and Task: Get Outputs. The task goes on and may be charged.',
	stopped: 'Run the workflow again when it suits you. The message says what became of the task.',
	rejected:
		'The content check of the service let no output through. Change the inputs and run again.',
	output_failed: 'No output of the task is usable. Check the inputs of the app and run again.',
	empty_output:
		'Read the outputs later with Task: Get Outputs, or try the app on its page at the service.',
	upload: `The file did not reach the storage of the service. ${UNPAID} Run again later.`,
	download: 'The result stays at the service until it expires. Fetch it with Task: Get Outputs.',
	expired: 'Result files are kept for a limited time and cannot be recovered. Run the app again.',
	too_large: 'Raise Max File Size in the options, or switch Download Files off and use the URL.',
} as const satisfies Record<string, string>;

/** Where a task of a model has no such inputs, options or operations. */
const MODEL_ADVICE: Partial<Record<ErrorKind, string>> = {
	failed: 'Check the parameters of the model.',
	deadline:
		'Raise Max Wait in the options, or fetch the result later with Model: Get Task. The task goes on and may be charged.',
};

/** How the result of a task is read that is there already. */
const READ = {
	app: {
		taskKnown:
			'The task exists and may be charged, so do not run the app again for it. Read it later with Task: Get Status and Task: Get Outputs.',
		taskEnded:
			'The task has ended and is charged. Its result stays at the service until it expires: fetch it with Task: Get Outputs.',
	},
	model: {
		taskKnown:
			'The task exists and may be charged, so do not run the model again for it. Read it later with Model: Get Task.',
		taskEnded:
			'The task has ended and is charged. Its result stays at the service until it expires: fetch it with Model: Get Task.',
	},
} as const;

export type CallKind = keyof typeof CALL_ADVICE;
/** One kind per thing that a user can do next. */
export type ErrorKind = CallKind | keyof typeof TASK_ADVICE;

export const ERROR_KINDS = [
	...Object.keys(CALL_ADVICE),
	...Object.keys(TASK_ADVICE),
] as ErrorKind[];

/**
 * The words for what a user can do next, by what is known of the task: after a create is known none
 * of them denies the charge, or suggests to pay for another task where this one can still be read.
 * @param own words that fit this error better than those of its kind
 */
export function adviceFor(kind: ErrorKind, phase: Phase, of: TaskOf, own?: string): string {
	if (!isCallKind(kind))
		return own ?? ((of === 'model' && MODEL_ADVICE[kind]) || TASK_ADVICE[kind]);
	const words = CALL_ADVICE[kind];
	if (phase === 'beforeCreate') return own ?? words.beforeCreate;
	return `${own ?? words.afterCreate} ${READ[of][phase]}`;
}

function isCallKind(kind: ErrorKind): kind is CallKind {
	return kind in CALL_ADVICE;
}
