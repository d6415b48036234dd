import type { IWebhookFunctions } from 'n8n-workflow';
import { phaseOf, readResultBody, requestIdIn, type ResultBody, say } from '../../../client/index';
import { callbackItem } from '../io/items/callbackItem';
import { withCredentialKept } from '../transport/cachedCredential';
import { letGoOfBody } from './body';
import { expectedToken, isFromService, metadataOf, type CallbackSettings } from './headers';
import { readBack } from './readBack';
import { ownUrl } from './ownUrl';
import type { Received } from './callbackResponse';
import { tellOfRefusal } from './refusal';
import { callbackSettings } from './settings';
import { startOnce } from './startOnce';
import { admitted, inTurn } from './turns';

/** The service gives up on a callback after about 10 s (spec: Limits), and n8n needs some of them. */
const TIME_LIMIT_MS = 7_000;

/** More callbacks of a trigger at a time would take from each other what they need to be in time. */
const OF_SERVICE: Places = { atOnce: 5, underWay: 50 };
/**
 * Calls of anybody spend the rate limit of the key, which triggers with a token need as well, and
 * for each that waits n8n 2.41 holds an expression runtime of several megabytes.
 */
const OF_ANYBODY: Places = { atOnce: 1, underWay: 10 };

const BUSY: Received = { status: 503, message: 'Too many callbacks at once, try again later' };

/** How many callbacks of one trigger may work, and how many of them be here, waiting or at work. */
type Places = { readonly atOnce: number; readonly underWay: number };

/** Decides on one callback. Never rejects: a throw would make an execution of its own. */
export function receive(fns: IWebhookFunctions): Promise<Received> {
	return orAgain(fns, () => look(withCredentialKept(fns)));
}

async function orAgain(fns: IWebhookFunctions, work: () => Promise<Received>): Promise<Received> {
	try {
		return await work();
	} catch (error) {
		fns.logger.warn(say`AI App Trigger could not look into a callback: ${String(error)}`);
		return { status: 503, message: 'Try again later' };
	}
}

async function look(fns: IWebhookFunctions): Promise<Received> {
	const limit = AbortSignal.timeout(TIME_LIMIT_MS);
	const settings = await callbackSettings(fns);
	if (!isFromService(fns.getHeaderData(), settings, ownUrl(fns))) {
		tellOfRefusal(fns);
		return { status: 401, message: 'Wrong or missing token' };
	}
	const requestId = requestIdIn(fns.getBodyData());
	if (requestId === undefined) return { status: 400, message: 'No request_id in the body' };
	const decide = async () => {
		const result = await resultOf(fns, settings, requestId, limit);
		if (result === 'busy') return BUSY;
		return answerTo(fns, result, metadataOf(fns.getHeaderData(), settings));
	};
	const { underWay } = placesFor(settings);
	const received = admitted(fns, underWay, () =>
		startOnce(fns, requestId, limit, () => orAgain(fns, decide)),
	);
	// A result as sent has been read by now; what waits holds no body.
	letGoOfBody(fns);
	return (await received) ?? BUSY;
}

function placesFor(settings: CallbackSettings): Places {
	return expectedToken(settings) === undefined ? OF_ANYBODY : OF_SERVICE;
}

function answerTo(
	fns: IWebhookFunctions,
	result: ResultBody | 'notYet' | 'unread' | 'nothing',
	metadata: Readonly<Record<string, string>>,
): Received {
	if (result === 'notYet') return { status: 503, message: 'The task has not ended yet' };
	if (result === 'unread') return { status: 503, message: 'The task could not be read' };
	if (result === 'nothing') return { status: 200, message: 'Not a task of this account' };
	const wanted = fns.getNodeParameter('statuses', []) as string[];
	if (!wanted.includes(result.task.status)) return { status: 200, message: 'Filtered' };
	return { status: 200, message: 'Accepted', item: callbackItem(result, metadata) };
}

async function resultOf(
	fns: IWebhookFunctions,
	settings: CallbackSettings,
	requestId: string,
	limit: AbortSignal,
): Promise<ResultBody | 'notYet' | 'unread' | 'nothing' | 'busy'> {
	if (fns.getNodeParameter('result', 'readBack') === 'asSent') {
		const sent = readResultBody(fns.getBodyData());
		return phaseOf(sent.task.status).terminal ? sent : 'notYet';
	}
	const { atOnce } = placesFor(settings);
	const read = await inTurn(fns, atOnce, limit, () => readBack(fns, requestId, limit));
	if (!read) return 'busy';
	return read.found === 'result' ? read.result : read.found;
}
