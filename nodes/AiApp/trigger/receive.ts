import type { IWebhookFunctions } from 'n8n-workflow';
import {
	hasEnded,
	decideEnd,
	readTaskResult,
	requestIdIn,
	type TaskResult,
	say,
} from '../../../client/index';
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
import { logRejectedCallback } from './warnings';

/** More callbacks of one trigger at a time would make each other too late. */
const FROM_SERVICE: Places = { atOnce: 5, underWay: 50 };
/**
 * Without a token, anyone's calls use up the rate limit of the key, which triggers with a token need
 * as well. For each call that waits, n8n 2.41 keeps an expression runtime of several megabytes.
 */
const FROM_ANYONE: Places = { atOnce: 1, underWay: 10 };

const BUSY: Received = { status: 503, message: 'Too many callbacks at once, try again later' };

/** How many callbacks of one trigger are processed at a time, and how many are admitted at all. */
type Places = { readonly atOnce: number; readonly underWay: number };

/** Decides about one callback. Never rejects: an exception would start an execution of its own. */
export function receive(ctx: IWebhookFunctions): Promise<Received> {
	return or503(ctx, () => processCallback(withCachedCredential(ctx)));
}

async function or503(ctx: IWebhookFunctions, work: () => Promise<Received>): Promise<Received> {
	try {
		return await work();
	} catch (error) {
		ctx.logger.warn(say`AI App Trigger couldn't process a callback: ${String(error)}`);
		return { status: 503, message: 'Try again later' };
	}
}

async function processCallback(ctx: IWebhookFunctions): Promise<Received> {
	const limit = AbortSignal.timeout(CALLBACK_BUDGET_MS);
	const settings = await callbackSettings(ctx);
	if (!isFromService(ctx.getHeaderData(), settings, ownUrl(ctx))) {
		logRejectedCallback(ctx);
		return { status: 401, message: 'Wrong or missing callback token' };
	}
	const requestId = requestIdIn(ctx.getBodyData());
	if (requestId === undefined) return { status: 400, message: 'No request_id in the body' };
	const decide = async () => {
		const result = await resultOf(ctx, settings, requestId, limit);
		if (result === 'busy') return BUSY;
		return responseTo(ctx, result, taskHeadersOf(ctx.getHeaderData(), settings));
	};
	const { underWay } = placesFor(settings);
	const received = admitted(ctx, underWay, () =>
		startOnce(ctx, requestId, limit, () => or503(ctx, decide)),
	);
	// The body has been read by now; waiting callbacks must not keep theirs.
	letGoOfBody(ctx);
	return (await received) ?? BUSY;
}

function placesFor(settings: CallbackSettings): Places {
	return expectedToken(settings) === undefined ? FROM_ANYONE : FROM_SERVICE;
}

function responseTo(
	ctx: IWebhookFunctions,
	result: TaskResult | 'notYet' | 'unread' | 'nothing',
	taskHeaders: Readonly<Record<string, string>>,
): Received {
	if (result === 'notYet') return { status: 503, message: "The task isn't finished yet" };
	if (result === 'unread')
		return { status: 503, message: "Couldn't get the task from the service" };
	if (result === 'nothing') return { status: 200, message: 'Not a task of this account' };
	const wanted = ctx.getNodeParameter('triggerOn', []) as string[];
	if (!wanted.includes(result.task.status))
		return { status: 200, message: "Ignored: 'Trigger On' doesn't include this status" };
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
		return hasEnded(sent.task) ? decideEnd(sent) : 'notYet';
	}
	const { atOnce } = placesFor(settings);
	const read = await withSlot(ctx, atOnce, limit, () => fetchTask(ctx, requestId, limit));
	if (!read) return 'busy';
	return read.found === 'result' ? read.result : read.found;
}
