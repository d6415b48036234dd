import { MAY_BE_CHARGED, NOT_CHARGED } from './money';

/** How a model gets what is paid already: it may have a tool for it. */
export const BY_ID = 'Get its result by the request ID with another tool, or tell the user the ID.';

type Kind = {
	/** It may pass by itself: the same request may succeed later. */
	readonly isTransient?: true;
	/** The request may or may not have been executed. */
	readonly isAmbiguous?: true;
	/** The task is used up: another attempt deserves a task of its own. */
	readonly spendsTask?: true;
	/** The sentence about money that the advice ends with; left out where none is involved. */
	readonly money?: string;
	/** How the message of a refusal begins. */
	readonly title?: string;
	readonly advice: string;
	/**
	 * After a create: what to correct before its result can be read, because the advice would cost
	 * another task. Left out where the kind is about a task.
	 */
	readonly afterCreate?: string;
	/** For tasks of models, which have operations and options of their own. */
	readonly ofModel?: string;
	/**
	 * For a model that calls the node as a tool. It sees no panel: it corrects its values, calls again
	 * or doesn't, and asks the user for everything else. Left out where it corrects values.
	 */
	readonly agent?: string;
	/** For such a call that creates no task: it can be repeated at no cost. */
	readonly agentFree?: string;
};

const KINDS = {
	credential: {
		title: "The service didn't accept the API key",
		advice:
			'Open the AI App API credential, paste the API key again and save it. You can create a new key in your account settings at the service.',
		afterCreate: 'Open the AI App API credential and paste the API key again.',
		agent: "Ask the user to check this tool's API key. Don't call this tool again until then.",
		agentFree: "Ask the user to check this tool's API key, then call this tool again.",
	},
	forbidden: {
		advice:
			'Check in your account settings at the service that the account is active and verified.',
		afterCreate:
			'Check in your account settings at the service that the account is active and verified.',
		agent: "Ask the user to check the account at the service. Don't call this tool until then.",
		agentFree: 'Ask the user to check the account at the service, then call this tool again.',
	},
	balance: {
		money: NOT_CHARGED,
		title: "The account balance isn't sufficient",
		advice: 'Top up your account at the service, or use the API key of another account.',
		afterCreate: 'Top up your account at the service.',
		agent: "Ask the user to top up the account. Don't call this tool again until then.",
		agentFree: 'Ask the user to top up the account, then call this tool again.',
	},
	quota: {
		money: NOT_CHARGED,
		advice:
			'The quota of this API key is used up. Raise it in your account settings at the service, or use another key.',
		afterCreate:
			'The quota of this API key is used up. Raise it in your account settings at the service.',
		agent: "Ask the user to raise the quota of the API key. Don't call this tool until then.",
		agentFree: 'Ask the user to raise the quota of the API key, then call this tool again.',
	},
	busy: {
		isTransient: true,
		money: NOT_CHARGED,
		title: 'The service is busy',
		advice:
			"The service doesn't accept more tasks right now. Run again later, or process fewer items at once.",
		afterCreate: "The service doesn't accept more requests right now.",
		agent: 'The service is full. Call this tool again later, or tell the user.',
	},
	moderation: {
		money: NOT_CHARGED,
		title: "The service didn't accept the content",
		advice: 'Change the prompt or the files and run again.',
		afterCreate: "The service doesn't return this content.",
		agent: 'Change the prompt or the files before you call this tool again.',
		agentFree: "The service doesn't return this content. Tell the user.",
	},
	app_not_found: {
		money: NOT_CHARGED,
		title: 'The app was not found or is not accessible',
		advice:
			"Check the app ID. Some pages have the ID of a collection in their URL: the API example on the app's page contains the right one. Private apps work only with their owner's API key.",
		afterCreate: "The service didn't find the app.",
		agent: 'Ask the user to check which app this tool uses.',
	},
	app_unusable: {
		money: NOT_CHARGED,
		title: "The service can't run this app",
		advice:
			'One of its components is missing, outdated or offline. Try another app or contact its author.',
		afterCreate: 'One of its components is missing, outdated or offline.',
		agent: 'Ask the user to choose another app for this tool.',
	},
	input: {
		money: NOT_CHARGED,
		title: "The service didn't accept the inputs",
		advice: 'Correct the value and run again.',
		afterCreate: "The service didn't accept a value of this request.",
	},
	unreachable: {
		isTransient: true,
		advice:
			"Check 'Base URL' and 'Metadata URL' in the credential, and that this n8n instance can reach the internet.",
		afterCreate:
			"Check 'Base URL' in the credential, and that this n8n instance can reach the internet.",
		agent: "Tell the user that the service can't be reached.",
	},
	no_response: {
		isTransient: true,
		isAmbiguous: true,
		advice: 'The service may be overloaded. Try again later.',
		afterCreate: 'The service may be overloaded.',
		agent: 'The service may be overloaded. Call this tool again later, or tell the user.',
	},
	service_error: {
		isTransient: true,
		isAmbiguous: true,
		title: "The service couldn't process the request",
		advice: 'Something went wrong at the service. Try again later.',
		afterCreate: 'Something went wrong at the service.',
		agent: 'Something went wrong at the service. Call this tool again later, or tell the user.',
	},
	unexpected_response: {
		isTransient: true,
		title: 'Unexpected response',
		advice:
			"Check 'Base URL' and 'Metadata URL' in the credential. A wrong URL or a proxy is the usual cause.",
		afterCreate: "Check 'Base URL' in the credential. A wrong URL or a proxy is the usual cause.",
		agent: 'Ask the user to check the settings of this tool.',
	},
	task_not_found: {
		title: 'The task was not found',
		advice:
			'Check the request ID, and that the credential belongs to the account that created the task.',
		agent: 'Check the request ID, or tell the user.',
	},
	conflict: {
		title: "The task's status doesn't allow this",
		advice:
			"Task: Cancel works while a task is Queuing, Task: Interrupt while it's Running. Use Task: Stop, which picks the right one.",
		agent: 'Check the status of the task, or tell the user.',
	},
	unconfirmed: {
		isAmbiguous: true,
		money: MAY_BE_CHARGED,
		advice: "The task may exist. Check your account's task list before you run this again.",
		agent:
			"The task may exist. Don't call this tool again for it. Ask the user to check the account's task list.",
	},
	failed: {
		spendsTask: true,
		money: MAY_BE_CHARGED,
		advice: 'Check the app inputs, or try the app on its page at the service.',
		ofModel: 'Check the parameters of the model.',
		agent:
			'Tell the user why, and ask before you call this tool again. Each call creates a new task.',
		agentFree: 'The task has no result. Tell the user why.',
	},
	budget: {
		money: MAY_BE_CHARGED,
		advice:
			'A limit that you set for this node or its credential is reached. Raise it to continue.',
		agent: "Don't call this tool again. Tell the user that a limit of theirs is reached.",
	},
	canceled: {
		spendsTask: true,
		money: MAY_BE_CHARGED,
		advice:
			'The task was stopped before it finished, for example with its execution. To get a result, create a new one.',
		agent: 'The task was stopped. Ask the user before you call this tool again.',
		agentFree: 'The task was stopped and has no result. Tell the user.',
	},
	timeout: {
		money: MAY_BE_CHARGED,
		advice:
			"The task continues at the service. Get the result later with Task: Wait for Completion, or raise 'Max Wait Time' under 'Limits'.",
		ofModel:
			"The task continues at the service. Get the result later with Model: Get Task, or raise 'Max Wait Time' under 'Limits'.",
		agent: `The task may still run. Don't call this tool again for it. ${BY_ID}`,
		agentFree:
			'The task may still run. Call this tool again to continue waiting, or tell the user the request ID.',
	},
	queue_timeout: {
		spendsTask: true,
		money: NOT_CHARGED,
		advice:
			"The service is full. Run again later, raise 'Max Queue Time' under 'Limits', or use another app.",
		agent: 'The service is full. Call this tool again later, or tell the user.',
	},
	execution_stopped: {
		isAmbiguous: true,
		advice:
			"The execution was stopped. If the chat no longer responds, click the arrow next to 'Session' at its top.",
		agent: "The execution was stopped. Don't call this tool again.",
		agentFree: 'The execution was stopped. Tell the user.',
	},
	content_rejected: {
		spendsTask: true,
		money: MAY_BE_CHARGED,
		advice: "The service's content check blocked the result. Change the inputs and run again.",
		agent:
			"The service's content check blocked the result. Ask the user before you call this tool again with other inputs.",
		agentFree: "The service's content check blocked the result. Tell the user.",
	},
	output_failed: {
		spendsTask: true,
		money: MAY_BE_CHARGED,
		advice: 'None of the outputs can be used. Check the app inputs and run again.',
		ofModel: 'None of the outputs can be used. Check the parameters of the model.',
		agent:
			'None of the outputs can be used. Ask the user before you call this tool again with other inputs.',
		agentFree: 'None of the outputs can be used. Tell the user.',
	},
	empty_output: {
		money: MAY_BE_CHARGED,
		advice:
			'Get the outputs later with Task: Get Outputs, or try the app on its page at the service.',
		ofModel: 'Get the outputs later with Model: Get Task.',
		agent: `The outputs may be available later, so don't call this tool again. ${BY_ID}`,
		agentFree: 'The outputs may be available later. Call this tool again then, or tell the user.',
	},
	upload: {
		money: NOT_CHARGED,
		advice: "The file didn't reach the service's storage. Run again later.",
		agent: "The file didn't reach the service's storage. Tell the user.",
	},
	download: {
		money: MAY_BE_CHARGED,
		advice: 'The result is available until it expires. Get it with Task: Get Outputs.',
		ofModel: 'The result is available until it expires. Get it with Model: Get Task.',
		agent: 'Tell the user the request ID. The result is available until it expires.',
	},
	expired: {
		money: MAY_BE_CHARGED,
		advice:
			"Result files are kept for a limited time and can't be recovered. Run the app again to create new ones.",
		ofModel:
			"Result files are kept for a limited time and can't be recovered. Run the model again to create new ones.",
		agent: 'The files have expired. Ask the user before you call this tool again.',
	},
	too_large: {
		advice:
			"Raise 'Max File Size' under 'Output Options', or turn off 'Download Files' and use the URL.",
		agent: 'Tell the user that the file is larger than the limit.',
	},
} as const satisfies Record<string, Kind>;

/** One kind per thing that a user can do next. */
export type ErrorKind = keyof typeof KINDS;

export const ERROR_KINDS = Object.keys(KINDS) as ErrorKind[];

/** What an error of the kind means for the next request, and the words for it. */
export function kindOf(kind: ErrorKind): Kind {
	return KINDS[kind];
}
