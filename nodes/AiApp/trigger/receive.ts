import type { IWebhookFunctions } from 'n8n-workflow';
import { phaseOf, readTaskResult, requestIdIn, type TaskResult, say } from '../../../client/index';
import { callbackItem } from '../io/items/callbackItem';
import { CALLBACK_BUDGET_MS } from '../transport/callbackBudget';
import { withCachedCredential } from '../transport/cachedCredential';
import { letGoOfBody } from './body';
import { expectedToken, isFromService, type CallbackSettings } from './authenticate';
import { taskHeadersOf } from './taskHeaders';
import { fetchTask } from './fetchTask';
import { ownUrl } from './ownUrl';
import type { Received } from './callbackResponse';
import { callbackSettings } from './settings';
import { startOnce } from './startOnce';
import { admitted, withSlot } from './concurrencyLimit';
import { tellOfRefusal } from './warnings';

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
export function receive(ctx: IWebhookFunctions): Promise<Received> {
	return or503(ctx, () => look(withCachedCredential(ctx)));
}

async function or503(ctx: IWebhookFunctions, work: () => Promise<Received>): Promise<Received> {
	try {
		return await work();
	} catch (error) {
		ctx.logger.warn(say`AI App Trigger could not look into a callback: ${String(error)}`);
		return { status: 503, message: 'Try again later' };
	}
}

async function look(ctx: IWebhookFunctions): Promise<Received> {
	const limit = AbortSignal.timeout(CALLBACK_BUDGET_MS);
	const settings = await callbackSettings(ctx);
	if (!isFromService(ctx.getHeaderData(), settings, ownUrl(ctx))) {
		tellOfRefusal(ctx);
		return { status: 401, message: 'Wrong or missing token' };
	}
	const requestId = requestIdIn(ctx.getBodyData());
	if (requestId === undefined) return { status: 400, message: 'No request_id in the body' };
	const decide = async () => {
		const result = await resultOf(ctx, settings, requestId, limit);
		if (result === 'busy') return BUSY;
		return answerTo(ctx, result, taskHeadersOf(ctx.getHeaderData(), settings));
	};
	const { underWay } = placesFor(settings);
	const received = admitted(ctx, underWay, () =>
		startOnce(ctx, requestId, limit, () => or503(ctx, decide)),
	);
	// A result as sent has been read by now; what waits holds no body.
	letGoOfBody(ctx);
	return (await received) ?? BUSY;
}

function placesFor(settings: CallbackSettings): Places {
	return expectedToken(settings) === undefined ? OF_ANYBODY : OF_SERVICE;
}

function answerTo(
	ctx: IWebhookFunctions,
	result: TaskResult | 'notYet' | 'unread' | 'nothing',
	taskHeaders: Readonly<Record<string, string>>,
): Received {
	if (result === 'notYet') return { status: 503, message: 'The task has not ended yet' };
	if (result === 'unread') return { status: 503, message: 'The task could not be read' };
	if (result === 'nothing') return { status: 200, message: 'Not a task of this account' };
	const wanted = ctx.getNodeParameter('triggerOn', []) as string[];
	if (!wanted.includes(result.task.status)) return { status: 200, message: 'Filtered' };
	return { status: 200, message: 'Accepted', item: callbackItem(result, taskHeaders) };
}

async function resultOf(
	ctx: IWebhookFunctions,
	settings: CallbackSettings,
	requestId: string,
	limit: AbortSignal,
): Promise<TaskResult | 'notYet' | 'unread' | 'nothing' | 'busy'> {
	if (ctx.getNodeParameter('resultSource', 'service') === 'callback') {
		const sent = readTaskResult(ctx.getBodyData());
		return phaseOf(sent.task.status).terminal ? sent : 'notYet';
	}
	const { atOnce } = placesFor(settings);
	const read = await withSlot(ctx, atOnce, limit, () => fetchTask(ctx, requestId, limit));
	if (!read) return 'busy';
	return read.found === 'result' ? read.result : read.found;
}
