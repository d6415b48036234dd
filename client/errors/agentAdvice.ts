import type { AiAppError } from './AiAppError';
import type { CallKind, ErrorKind, TaskKind } from './kinds';

/**
 * What a model does next. It sees no panel: it corrects its values, calls again or doesn't, and asks
 * the user for everything else.
 */
const AFTER_CALL: Readonly<Record<Exclude<CallKind, 'input'>, string>> = {
	credential: "Ask the user to check this tool's API key. Don't call this tool again until then.",
	forbidden: "Ask the user to check the account at the service. Don't call this tool until then.",
	balance: "Ask the user to top up the account. Don't call this tool again until then.",
	quota: "Ask the user to raise the quota of the API key. Don't call this tool until then.",
	busy: 'The service is full. Call this tool again later, or tell the user.',
	moderation: 'Change the prompt or the files before you call this tool again.',
	app_not_found: 'Ask the user to check which app this tool uses.',
	app_unusable: 'Ask the user to choose another app for this tool.',
	unreachable: "Tell the user that the service can't be reached.",
	no_response: 'The service may be overloaded. Call this tool again later, or tell the user.',
	service_error:
		'Something went wrong at the service. Call this tool again later, or tell the user.',
	unexpected_response: 'Ask the user to check the settings of this tool.',
};

const AFTER_TASK: Readonly<Record<TaskKind, string>> = {
	task_not_found: 'Check the request ID, or tell the user.',
	conflict: 'Check the status of the task, or tell the user.',
	unconfirmed:
		"The task may exist. Don't call this tool again for it. Ask the user to check the account's task list.",
	failed: 'Change the inputs before you call this tool again. Each call creates a new task.',
	budget: "Don't call this tool again. Tell the user that a limit of theirs is reached.",
	canceled: 'The task was stopped. Ask the user before you call this tool again.',
	timeout:
		"The task may still run. Don't call this tool again for it. Tell the user the request ID, which leads to its result later.",
	queue_timeout: 'The service is full. Call this tool again later, or tell the user.',
	execution_stopped: "The execution was stopped. Don't call this tool again.",
	content_rejected:
		"The service's content check blocked the result. Change the inputs before you call this tool again.",
	output_failed:
		'None of the outputs can be used. Change the inputs before you call this tool again.',
	empty_output: 'Tell the user the request ID. The outputs may be available later.',
	upload: "The file didn't reach the service's storage. Tell the user.",
	download: 'Tell the user the request ID. The result is available until it expires.',
	expired: 'The files have expired. Ask the user before you call this tool again.',
	too_large: 'Tell the user that the file is larger than the limit.',
};

/** Where the tool creates no task, as when it reads one. It can be called again at no cost. */
const AFTER_FREE_CALL: Partial<Record<ErrorKind, string>> = {
	credential: "Ask the user to check this tool's API key, then call this tool again.",
	forbidden: 'Ask the user to check the account at the service, then call this tool again.',
	balance: 'Ask the user to top up the account, then call this tool again.',
	quota: 'Ask the user to raise the quota of the API key, then call this tool again.',
	moderation: "The service doesn't return this content. Tell the user.",
	failed: 'The task has no result. Tell the user why.',
	canceled: 'The task was stopped and has no result. Tell the user.',
	timeout:
		'The task may still run. Call this tool again to continue waiting, or tell the user the request ID.',
	execution_stopped: 'The execution was stopped. Tell the user.',
	content_rejected: "The service's content check blocked the result. Tell the user.",
	output_failed: 'None of the outputs can be used. Tell the user.',
	empty_output: 'The outputs may be available later. Call this tool again then, or tell the user.',
};
/** Neither is there a task: a file that was to be uploaded can't be fetched. */
const CHECK_URL = 'Check the URL of the file: it must open without a login. Or tell the user.';

const TASK_EXISTS =
	"The task exists, so don't call this tool again for it. Tell the user the request ID.";

const CHECK_SETTINGS = 'Ask the user to check the settings of this tool.';
/** How advice begins that sends people to a panel. */
const IN_PANELS = /^(?:Open the|Set ')/;

/** What the model does about an error. */
export function agentAdvice({ kind, details, advice }: AiAppError): string {
	const { createsNoTask, forAgents, requestId, stoppedBy } = details;
	const ended = kind === 'timeout' && stoppedBy ? 'canceled' : kind;
	const free = createsNoTask && freeAdvice(ended, requestId);
	if (free) return free;
	if (isTaskKind(ended)) return AFTER_TASK[ended];
	if (requestId !== undefined && !createsNoTask) return TASK_EXISTS;
	if (ended !== 'input') return AFTER_CALL[ended];
	return forAgents ?? (IN_PANELS.test(advice) ? CHECK_SETTINGS : advice);
}

function freeAdvice(kind: ErrorKind, requestId: string | undefined): string | undefined {
	const isFetch = kind === 'download' || kind === 'expired';
	if (isFetch && requestId === undefined) return CHECK_URL;
	// The words for people name operations, which a model may not have.
	if (kind === 'input' && requestId !== undefined) return AFTER_TASK.task_not_found;
	return AFTER_FREE_CALL[kind];
}

function isTaskKind(kind: CallKind | TaskKind): kind is TaskKind {
	return kind in AFTER_TASK;
}
