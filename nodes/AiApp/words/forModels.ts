import {
	causeOf,
	costOf,
	kindOf,
	say,
	type AiAppError,
	type ErrorKind,
} from '../../../client/index';
import { alsoInvalid } from './description';
import { inOrder } from './inOrder';
import { moneySentence } from './money';
import { PanelError } from '../facts/panelError';
import { keysOf } from './adviceByReason';

/** The five things that a model can do about an error of its tool. */
type Verb = 'ask' | 'callLater' | 'correct' | 'getById' | 'tellUser';

type Deed = {
	readonly do: Verb;
	/** What the user is asked to do, or what is to be corrected. */
	readonly what?: string;
};

/** Whether the next call costs another task. */
type Price = 'free' | 'paid';

const CORRECT: Deed = { do: 'correct' };
const LATER: Deed = { do: 'callLater' };
const TELL: Deed = { do: 'tellUser' };
const GET: Deed = { do: 'getById' };
const ASK_FIRST: Deed = { do: 'ask' };
const SETTINGS = ask('check the settings of this tool');

const DEEDS: Readonly<Record<ErrorKind, Readonly<Record<Price, Deed>>>> = {
	credential: always(ask("check this tool's API key")),
	forbidden: always(ask('check the account at the service')),
	balance: always(ask('top up the account')),
	quota: always(ask('raise the quota of the API key')),
	busy: always(LATER),
	moderation: { paid: { do: 'correct', what: 'the prompt or the files' }, free: TELL },
	app_not_found: always(ask('check which app this tool uses')),
	app_unusable: always(ask('choose another app for this tool')),
	input: always(CORRECT),
	unreachable: always(TELL),
	no_response: always(LATER),
	service_error: always(LATER),
	unexpected_response: always(SETTINGS),
	task_not_found: {
		paid: ask("check the account's task list"),
		free: { do: 'correct', what: 'the request ID' },
	},
	conflict: always(TELL),
	unconfirmed: always(ask("check the account's task list")),
	failed: { paid: ASK_FIRST, free: TELL },
	budget: always(TELL),
	canceled: { paid: ASK_FIRST, free: TELL },
	timeout: { paid: GET, free: LATER },
	queue_timeout: always(LATER),
	execution_stopped: always(TELL),
	content_rejected: { paid: ASK_FIRST, free: TELL },
	output_failed: { paid: ASK_FIRST, free: TELL },
	empty_output: { paid: GET, free: LATER },
	upload: always(TELL),
	download: { paid: GET, free: LATER },
	expired: { paid: ASK_FIRST, free: TELL },
	too_large: always(TELL),
};

function always(deed: Deed): Readonly<Record<Price, Deed>> {
	return { free: deed, paid: deed };
}

function ask(what: string): Deed {
	return { do: 'ask', what };
}

const BY_ID = 'Get its result by the request ID with another tool, or tell the user the ID.';

function sentenceFor({ do: verb, what }: Deed, price: Price): string {
	switch (verb) {
		case 'correct':
			return what === undefined
				? 'Correct the values and call this tool again, or ask the user for them.'
				: `Correct ${what} and call this tool again, or ask the user for it.`;
		case 'ask':
			if (what === undefined)
				return 'Tell the user why, and ask before you call this tool again. Each call creates a new task.';
			return price === 'free'
				? `Ask the user to ${what}, then call this tool again.`
				: `Ask the user to ${what}. Don't call this tool again until then.`;
		case 'callLater':
			return 'Call this tool again later, or tell the user.';
		case 'getById':
			return `The task exists, so don't call this tool again for it. ${BY_ID}`;
		case 'tellUser':
			return price === 'free' ? 'Tell the user.' : "Don't call this tool again. Tell the user.";
	}
}

function deedFor(error: AiAppError, price: Price): Deed {
	const { kind, details } = error;
	const { reason, requestId, stoppedBy } = details;
	if (error instanceof PanelError && error.forModel === 'ask') return ask('check this tool');
	if (details.isSetting || causeOf(reason).isSetByUser) return SETTINGS;
	if (reason === 'fileToUpload') return { do: 'correct', what: 'the URL of the file' };
	const isOfCall = !kindOf(kind).isOfTask;
	if (requestId !== undefined && price === 'paid' && isOfCall) return GET;
	return DEEDS[kind === 'timeout' && stoppedBy ? 'canceled' : kind][price];
}

/** What a model does about an error, in one of five sentences, and what it may choose from. */
export function adviceForModel(error: AiAppError): string {
	const price = error.details.createsNoTask ? 'free' : 'paid';
	return inOrder([
		sentenceFor(deedFor(error, price), price),
		choicesFor(error),
		alsoInvalid(error),
	]);
}

/** As JSON strings, so that a model sees where the words of others begin and end. */
function choicesFor({ details: { accepted = [], inputId, reason } }: AiAppError): string {
	const what = reason === 'choice' ? 'Choose one of' : 'The app accepts';
	// A tool gets no files of items.
	const choices = accepted.length > 0 && !causeOf(reason).isOfItemFiles;
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
	const { createsNoTask, requestId, earlierIds = [] } = details;
	const ids = [...earlierIds, ...(beside?.otherIds ?? [])];
	const cost = costOf(error);
	// A model would take the charge for the price of its next call, which is free.
	const isOfTask = createsNoTask && cost !== 'free';
	return inOrder([
		`${message.replace(/\.$/, '')}.`,
		adviceForModel(error),
		requestId && !message.includes(requestId) ? say`Request ID: ${requestId}.` : '',
		ids.length > 0 ? say`Request IDs of other tasks: ${ids}.` : '',
		isOfTask ? '' : (beside?.money ?? moneySentence(cost)),
	]);
}
