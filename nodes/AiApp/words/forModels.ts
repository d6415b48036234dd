import { costOf, inOrder, kindOf, say, type AiAppError } from '../../../client/index';
import { alsoInvalid, requestIdOf, sentence } from './description';
import { moneySentence } from './money';
import { PanelError } from '../facts/panelError';
import { keysOf, type Reason } from './adviceByReason';

const BY_ID =
	"The task exists, so don't call this tool again for it. Get its result by the request ID with another tool, or tell the user the ID.";
const CORRECT = 'Correct the values and call this tool again, or ask the user for them.';
const LATER = 'Call this tool again later, or tell the user.';
const ASK_FIRST =
	'Tell the user why, and ask before you call this tool again. Each call creates a new task.';
const NEVER = "Don't call this tool again. Tell the user.";

/** What a model does if the tool has created a task. */
function deedWithTask({ kind, details }: AiAppError): string {
	const { isOfDownload, isOfTask, losesResult, mayPass, spendsTask } = kindOf(kind);
	if (!isOfTask) return BY_ID;
	if (spendsTask || losesResult || details.stoppedBy) return ASK_FIRST;
	return mayPass || isOfDownload ? BY_ID : NEVER;
}

/** What a model does if there's no task, or one that the tool was given. */
function deedWithout(error: AiAppError): string {
	const { createsNoTask, requestId, stoppedBy } = error.details;
	const { isOfDownload, isOfValue, mayPass } = kindOf(error.kind);
	const what = toCheck(error);
	if (what !== undefined)
		return createsNoTask
			? `Ask the user to ${what}, then call this tool again.`
			: `Ask the user to ${what}. Don't call this tool again until then.`;
	// Without a task, a file is that of a given URL.
	if (isOfValue || (isOfDownload && requestId === undefined)) return CORRECT;
	if (mayPass && !stoppedBy) return LATER;
	return createsNoTask ? 'Tell the user.' : NEVER;
}

/** What only the user can check; undefined if the model can do something by itself. */
function toCheck(error: AiAppError): string | undefined {
	const { isOfAccount, isOfApp, isOfValue } = kindOf(error.kind);
	const { isSetting, reason } = error.details;
	if (error instanceof PanelError && error.forModel === 'ask') return 'check this tool';
	if (isSetting || SET_BY_USER.has(reason)) return SETTINGS;
	if (isOfAccount) return "check the account and this tool's API key";
	if (error.kind === 'unconfirmed') return "check the account's task list";
	return isOfApp && !isOfValue ? SETTINGS : undefined;
}

const SETTINGS = 'check the settings of this tool';

/** Causes that only the user can change: they stand in the credential, or are up to the chosen app. */
const SET_BY_USER: ReadonlySet<string | undefined> = new Set<Reason>([
	'address',
	'apiKey',
	'callbackToken',
	'headerPrefix',
	'hugeApp',
	'noInputs',
	'redirect',
]);

/** Causes whose error lists the files of the item, which a tool doesn't get. */
const OF_ITEM_FILES: ReadonlySet<string | undefined> = new Set<Reason>([
	'emptyMedia',
	'fileOfEarlierNode',
	'notMedia',
]);

/** What a model does about an error, and what it may choose from. */
export function adviceForModel(error: AiAppError): string {
	const { createsNoTask, requestId } = error.details;
	const hasTask = requestId !== undefined && !createsNoTask;
	return inOrder([
		hasTask ? deedWithTask(error) : deedWithout(error),
		choicesFor(error),
		alsoInvalid(error),
	]);
}

/**
 * What a model may choose from. It's quoted as JSON strings, so that the model sees where the words
 * of others begin and end.
 */
function choicesFor({ details: { accepted = [], inputId, reason } }: AiAppError): string {
	const what = reason === 'choice' ? 'Choose one of' : 'The app accepts';
	const choices = accepted.length > 0 && !OF_ITEM_FILES.has(reason);
	return inOrder([
		choices ? say`${what}: ${{ foreign: keysOf(accepted) }}.` : '',
		inputId === undefined ? '' : say`Input ID: ${{ foreign: inputId }}.`,
		reason === 'unknownInputInJson' ? SEE_APP_GET : '',
	]);
}

const SEE_APP_GET = 'App: Get returns their labels, types and choices, if you have it as a tool.';

/**
 * The text for a model. The model gets no other text, and acts on this one. It omits what people do
 * in panels, but never a task or a charge.
 * @param beside what the text says of other items of the execution
 */
export function wordsForModel(
	error: AiAppError,
	beside?: { readonly money: string; readonly otherIds: readonly string[] },
): string {
	const { message, details } = error;
	const { createsNoTask, earlierIds = [] } = details;
	const ids = [...earlierIds, ...(beside?.otherIds ?? [])];
	const cost = costOf(error);
	// A model would take the charge for the price of its next call, which is free.
	const isOfTask = createsNoTask && cost !== 'free';
	return inOrder([
		sentence(message),
		adviceForModel(error),
		requestIdOf(error),
		ids.length > 0 ? say`Request IDs of other tasks: ${ids}.` : '',
		isOfTask ? '' : (beside?.money ?? moneySentence(cost)),
	]);
}
