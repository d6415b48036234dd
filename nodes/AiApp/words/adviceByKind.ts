import { inOrder, type AiAppError, type ErrorKind } from '../../../client/index';
import { PanelError } from '../facts/panelError';
import { adviceByReason } from './adviceByReason';
import { unevaluatedIn } from '../facts/unevaluatedTexts';
import { adviceAtUnevaluated } from './adviceAtUnevaluated';

type Advice = {
	readonly advice: string;
	/**
	 * What to correct before the result of an existing task can be read: following `advice` would
	 * cost another task. Empty if there's nothing to correct, left out if the kind is about a task.
	 */
	readonly afterCreate?: string;
	/** For tasks of models, which have operations and options of their own. */
	readonly ofModel?: string;
};

/**
 * n8n starts a retry from the stored data of one execution, which lacks the tasks of all others.
 */
const LATEST =
	'Retry only the latest failed execution: retrying an earlier one creates a new task.';

const ADVICE: Readonly<Record<ErrorKind, Advice>> = {
	credential: {
		advice: 'Paste the API key again, or a new one, in the AI App API credential.',
		afterCreate: 'Paste the API key again in the AI App API credential.',
	},
	forbidden: {
		advice: 'Check at the service that your account is active and verified.',
		afterCreate: 'Check at the service that your account is active and verified.',
	},
	balance: {
		advice: 'Top up your account at the service, or use the key of another one.',
		afterCreate: 'Top up your account at the service.',
	},
	quota: {
		advice: 'Raise the quota of this API key at the service, or use another key.',
		afterCreate: 'Raise the quota of this API key at the service.',
	},
	busy: {
		advice: 'Try again later, or process fewer items at once.',
		afterCreate: '',
	},
	moderation: {
		advice: 'Change the prompt or the files and run again.',
		afterCreate: '',
	},
	app_not_found: {
		advice:
			"Use the app ID in the app's API example. Private apps need their owner's key. If no app is found, check 'Metadata URL' in the credential.",
		afterCreate: '',
	},
	app_unusable: {
		advice:
			'One of its components is missing, outdated or offline. Try another app or contact its author.',
		afterCreate: '',
	},
	input: {
		advice: 'Correct the value.',
		afterCreate: '',
		ofModel: "Check 'Parameters (JSON)' against the model's API example.",
	},
	unreachable: {
		advice:
			"Check 'Base URL' and 'Metadata URL' in the credential, and that n8n can reach the internet.",
		afterCreate: "Check 'Base URL', and that n8n can reach the internet.",
	},
	no_response: {
		advice: 'The service may be overloaded. Try again later.',
		afterCreate: '',
	},
	service_error: {
		advice: 'Try again later.',
		afterCreate: '',
	},
	unexpected_response: {
		advice:
			"Check 'Base URL' and 'Metadata URL' in the credential. A wrong URL or a proxy is the usual cause.",
		afterCreate: "Check 'Base URL' in the credential.",
	},
	task_not_found: {
		advice: 'Check the request ID, and that the credential is that of the task.',
	},
	conflict: {
		advice:
			"Task: Cancel works while a task is Queuing, Task: Interrupt while it's Running. Use Task: Stop, which picks the right one.",
	},
	unconfirmed: {
		advice: "The task may exist: check your account's task list before you run this again.",
	},
	failed: {
		advice: 'Check the app inputs, or try the app on its page at the service.',
		ofModel: 'Check the parameters of the model.',
	},
	budget: {
		advice: 'Raise the limit that the message names.',
	},
	canceled: {
		advice: 'To get a result, run the app again, which creates a new task.',
		ofModel: 'To get a result, run the model again, which creates a new task.',
	},
	timeout: {
		advice: `The task continues. Get the result later with Task: Wait for Completion, or raise the option 'Max Wait Time'. ${LATEST}`,
		ofModel: `The task continues. Get the result later with Model: Get Task, or raise the option 'Max Wait Time'. ${LATEST}`,
	},
	queue_timeout: {
		advice: "Run again later, raise the option 'Max Queue Time', or use another app.",
	},
	execution_stopped: {
		advice: "If the chat no longer responds, click the arrow next to 'Session' at its top.",
	},
	content_rejected: {
		advice: 'Change the inputs before you run the app again.',
		ofModel: 'Change the parameters before you run the model again.',
	},
	output_failed: {
		advice: 'Check the app inputs before you run the app again.',
		ofModel: 'Check the parameters of the model.',
	},
	empty_output: {
		advice:
			'Get the outputs later with Task: Get Outputs, or try the app on its page at the service.',
		ofModel: 'Get the outputs later with Model: Get Task.',
	},
	upload: { advice: 'Try again later.' },
	download: {
		advice: 'The result is available until it expires. Get it with Task: Get Outputs.',
		ofModel: 'The result is available until it expires. Get it with Model: Get Task.',
	},
	expired: {
		advice: "Expired files can't be recovered. Run the app again to create new ones.",
		ofModel: "Expired files can't be recovered. Run the model again to create new ones.",
	},
	too_large: {
		advice: "Raise the option 'Max File Size', or turn off 'Download Files' and use the URL.",
	},
	node: {
		advice: "Check the node's parameters and their expressions.",
		afterCreate: '',
	},
};

const TRY_AGAIN = 'You can try again, which creates no task.';

/**
 * Advice about the value that was given. An expression that n8n left in it matters more than why
 * it's rejected.
 */
function adviceByGiven(error: AiAppError): string | undefined {
	const found = unevaluatedIn(error.details.given);
	if (found && found.is !== 'nothing') return adviceAtUnevaluated(found);
	return error instanceof PanelError ? error.advice : adviceByReason(error);
}

/** How to get the result of a task that exists already. */
const READ = {
	app: {
		exists: "Get the task's result with Task: Wait for Completion instead of running again.",
		ended: "Get the task's result with Task: Get Outputs before it expires.",
	},
	model: {
		exists: "Get the task's result with Model: Get Task instead of running again.",
		ended: "Get the task's result with Model: Get Task before it expires.",
	},
} as const;

/**
 * What a person can do next. If a task is known, no text suggests paying for another one while this
 * one can still be read.
 */
export function adviceFor(error: AiAppError): string {
	const { kind, details } = error;
	const { of = 'app', requestId, status, createsNoTask } = details;
	const { advice, afterCreate, ofModel = advice } = ADVICE[kind];
	const own = adviceByGiven(error);
	const usual = of === 'model' ? ofModel : advice;
	// This node created the task, so its ID and the account are right.
	const lacksOutputs = kind === 'task_not_found' && status === 'Success' && !createsNoTask;
	if (lacksOutputs) return READ[of].ended;
	if (afterCreate === undefined || requestId === undefined) return own ?? usual;
	const { ended, exists } = READ[of];
	const ofTask = status === 'Success' ? ended : exists;
	return inOrder([own ?? afterCreate, createsNoTask ? TRY_AGAIN : ofTask]);
}
