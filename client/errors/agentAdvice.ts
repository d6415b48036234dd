import type { AiAppError } from './AiAppError';
import { BY_ID, kindOf, type ErrorKind } from './kinds';

/** Where there is no task: a file that was to be uploaded can't be fetched. */
const CHECK_URL = 'Check the URL of the file: it must open without a login. Or tell the user.';

const TASK_EXISTS = `The task exists, so don't call this tool again for it. ${BY_ID}`;

const CHECK_SETTINGS = 'Ask the user to check the settings of this tool.';
/** Advice for people may have an example, which a model would take for a value of its own. */
const CORRECT = 'Correct the values and call this tool again, or ask the user for them.';
/** How advice begins that sends people to a panel. */
const IN_PANELS = /^(?:Open the|Set ')/;

/** What a model that calls the node as a tool does about an error. */
export function agentAdvice({ kind, details, advice }: AiAppError): string {
	const { createsNoTask, forAgents, requestId, stoppedBy } = details;
	const ended = kind === 'timeout' && stoppedBy ? 'canceled' : kind;
	const free = createsNoTask && freeAdvice(ended, requestId);
	if (free) return free;
	const { afterCreate, agent } = kindOf(ended);
	const isKnown = afterCreate !== undefined && requestId !== undefined && !createsNoTask;
	if (isKnown) return TASK_EXISTS;
	return agent ?? forAgents ?? (IN_PANELS.test(advice) ? CHECK_SETTINGS : CORRECT);
}

function freeAdvice(kind: ErrorKind, requestId: string | undefined): string | undefined {
	const isFetch = kind === 'download' || kind === 'expired';
	if (isFetch && requestId === undefined) return CHECK_URL;
	// The words for people name operations, which a model may not have.
	if (kind === 'input' && requestId !== undefined) return kindOf('task_not_found').agent;
	return kindOf(kind).agentFree;
}
