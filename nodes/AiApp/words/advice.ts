import type { AiAppError, ErrorKind } from '../../../client/index';
import { PanelError } from './panelError';
import { adviceByReason } from './reasons';

type Advice = {
	readonly advice: string;
	/**
	 * After a create: what to correct before its result can be read, because the advice would cost
	 * another task. Left out where the kind is about a task.
	 */
	readonly afterCreate?: string;
	/** For tasks of models, which have operations and options of their own. */
	readonly ofModel?: string;
};

const ADVICE: Readonly<Record<ErrorKind, Advice>> = {
	credential: {
		advice:
			'Open the AI App API credential, paste the API key again and save it. You can create a new key in your account settings at the service.',
		afterCreate: 'Open the AI App API credential and paste the API key again.',
	},
	forbidden: {
		advice:
			'Check in your account settings at the service that the account is active and verified.',
		afterCreate:
			'Check in your account settings at the service that the account is active and verified.',
	},
	balance: {
		advice: 'Top up your account at the service, or use the API key of another account.',
		afterCreate: 'Top up your account at the service.',
	},
	quota: {
		advice:
			'The quota of this API key is used up. Raise it in your account settings at the service, or use another key.',
		afterCreate:
			'The quota of this API key is used up. Raise it in your account settings at the service.',
	},
	busy: {
		advice:
			"The service doesn't accept more tasks right now. Run again later, or process fewer items at once.",
		afterCreate: "The service doesn't accept more requests right now.",
	},
	moderation: {
		advice: 'Change the prompt or the files and run again.',
		afterCreate: "The service doesn't return this content.",
	},
	app_not_found: {
		advice:
			"Check the app ID. Some pages have the ID of a collection in their URL: the API example on the app's page contains the right one. Private apps work only with their owner's API key.",
		afterCreate: "The service didn't find the app.",
	},
	app_unusable: {
		advice:
			'One of its components is missing, outdated or offline. Try another app or contact its author.',
		afterCreate: 'One of its components is missing, outdated or offline.',
	},
	input: {
		advice: 'Correct the value and run again.',
		afterCreate: "The service didn't accept a value of this request.",
	},
	unreachable: {
		advice:
			"Check 'Base URL' and 'Metadata URL' in the credential, and that this n8n instance can reach the internet.",
		afterCreate:
			"Check 'Base URL' in the credential, and that this n8n instance can reach the internet.",
	},
	no_response: {
		advice: 'The service may be overloaded. Try again later.',
		afterCreate: 'The service may be overloaded.',
	},
	service_error: {
		advice: 'Something went wrong at the service. Try again later.',
		afterCreate: 'Something went wrong at the service.',
	},
	unexpected_response: {
		advice:
			"Check 'Base URL' and 'Metadata URL' in the credential. A wrong URL or a proxy is the usual cause.",
		afterCreate: "Check 'Base URL' in the credential. A wrong URL or a proxy is the usual cause.",
	},
	task_not_found: {
		advice:
			'Check the request ID, and that the credential belongs to the account that created the task.',
	},
	conflict: {
		advice:
			"Task: Cancel works while a task is Queuing, Task: Interrupt while it's Running. Use Task: Stop, which picks the right one.",
	},
	unconfirmed: {
		advice: "The task may exist. Check your account's task list before you run this again.",
	},
	failed: {
		advice: 'Check the app inputs, or try the app on its page at the service.',
		ofModel: 'Check the parameters of the model.',
	},
	budget: {
		advice:
			'A limit that you set for this node or its credential is reached. Raise it to continue.',
	},
	canceled: {
		advice:
			'The task was stopped before it finished, for example with its execution. To get a result, create a new one.',
	},
	timeout: {
		advice:
			"The task continues at the service. Get the result later with Task: Wait for Completion, or raise 'Max Wait Time' under 'Limits'.",
		ofModel:
			"The task continues at the service. Get the result later with Model: Get Task, or raise 'Max Wait Time' under 'Limits'.",
	},
	queue_timeout: {
		advice:
			"The service is full. Run again later, raise 'Max Queue Time' under 'Limits', or use another app.",
	},
	execution_stopped: {
		advice:
			"The execution was stopped. If the chat no longer responds, click the arrow next to 'Session' at its top.",
	},
	content_rejected: {
		advice: "The service's content check blocked the result. Change the inputs and run again.",
	},
	output_failed: {
		advice: 'None of the outputs can be used. Check the app inputs and run again.',
		ofModel: 'None of the outputs can be used. Check the parameters of the model.',
	},
	empty_output: {
		advice:
			'Get the outputs later with Task: Get Outputs, or try the app on its page at the service.',
		ofModel: 'Get the outputs later with Model: Get Task.',
	},
	upload: { advice: "The file didn't reach the service's storage. Run again later." },
	download: {
		advice: 'The result is available until it expires. Get it with Task: Get Outputs.',
		ofModel: 'The result is available until it expires. Get it with Model: Get Task.',
	},
	expired: {
		advice:
			"Result files are kept for a limited time and can't be recovered. Run the app again to create new ones.",
		ofModel:
			"Result files are kept for a limited time and can't be recovered. Run the model again to create new ones.",
	},
	too_large: {
		advice:
			"Raise 'Max File Size' under 'Output Options', or turn off 'Download Files' and use the URL.",
	},
};

const TRY_AGAIN = 'You can try again, which creates no task.';

/** How to get the result of a task that exists already. */
const READ = {
	app: {
		exists:
			"The task exists, so don't run the app again for it. Get its result later with Task: Wait for Completion.",
		ended: 'The task is finished. Get its result with Task: Get Outputs before it expires.',
	},
	model: {
		exists:
			"The task exists, so don't run the model again for it. Get its result later with Model: Get Task.",
		ended: 'The task is finished. Get its result with Model: Get Task before it expires.',
	},
} as const;

/**
 * What a person can do next, by what is known of the task: where a task is known, no text suggests to
 * pay for another one while this one can still be read.
 */
export function adviceFor(error: AiAppError): string {
	const { kind, details } = error;
	const { of = 'app', requestId, status, createsNoTask } = details;
	const { advice, afterCreate, ofModel = advice } = ADVICE[kind];
	const own = error instanceof PanelError ? error.advice : adviceByReason(error);
	if (afterCreate === undefined) return own ?? (of === 'model' ? ofModel : advice);
	if (requestId === undefined) return own ?? advice;
	const { ended, exists } = READ[of];
	const ofTask = createsNoTask ? TRY_AGAIN : exists;
	return `${own ?? afterCreate} ${status === 'Success' ? ended : ofTask}`;
}
