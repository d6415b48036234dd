import type { AiAppError } from './AiAppError';
import type { CallKind, TaskKind } from './kinds';

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

const TASK_EXISTS =
	"The task exists, so don't call this tool again for it. Tell the user the request ID.";

const CHECK_SETTINGS = 'Ask the user to check the settings of this tool.';
/** How advice begins that sends people to a panel. */
const IN_PANELS = /^(?:Open the|Set ')/;

/** What the model does about an error. */
export function agentAdvice({ kind, details, advice }: AiAppError): string {
	const { forAgents, requestId, stoppedBy } = details;
	if (kind === 'timeout' && stoppedBy) return AFTER_TASK.canceled;
	if (isTaskKind(kind)) return AFTER_TASK[kind];
	if (requestId !== undefined) return TASK_EXISTS;
	if (kind !== 'input') return AFTER_CALL[kind];
	return forAgents ?? (IN_PANELS.test(advice) ? CHECK_SETTINGS : advice);
}

function isTaskKind(kind: CallKind | TaskKind): kind is TaskKind {
	return kind in AFTER_TASK;
}
