import type { IWebhookFunctions } from 'n8n-workflow';
import {
	AiAppError,
	completed,
	deadlineIn,
	endedUnnamed,
	hasEnded,
	isRecord,
	readEnd,
	readTaskResult,
	requestIdIn,
	say,
	settle,
	type CompletedTask,
	type TaskResult,
} from '../../../client/index';
import { callbackItem } from '../io/items/taskItems';
import { readFailureReason, CALLBACK_BUDGET_MS } from '../transport/callbacks';
import { withCachedCredential, createServiceClient } from '../transport/serviceClient';
import { clock } from '../transport/clock';
import { isFromService, ownUrl, taskHeadersOf } from './authenticate';
import { callbackSettings, expectedToken, type CallbackSettings } from './callbackSettings';
import { admitted, isToBeLogged, withSlot } from './perTrigger';
import { startOnce, type Received } from './startOnce';

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

/** `notYet`: unknown until the callback is repeated. */
type FetchResult = TaskResult | 'notYet' | 'unread';

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
		if (isToBeLogged(ctx, 'token'))
			ctx.logger.warn(
				say`"${ctx.getNode().name}" rejected a callback because its token was missing or wrong. The credentials of this node and of App: Run need the same 'Callback Token'. If App: Run is on another n8n instance, add this node's URL to 'Callback Token URLs' under 'More Settings' in its credential.`,
			);
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
	releaseBody(ctx);
	return (await received) ?? BUSY;
}

function placesFor(settings: CallbackSettings): Places {
	return expectedToken(settings) === undefined ? FROM_ANYONE : FROM_SERVICE;
}

function responseTo(
	ctx: IWebhookFunctions,
	result: FetchResult,
	taskHeaders: Readonly<Record<string, string>>,
): Received {
	if (result === 'notYet') return { status: 503, message: "The task isn't finished yet" };
	if (result === 'unread')
		return { status: 503, message: "Couldn't get the task from the service" };
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
): Promise<FetchResult | 'busy'> {
	if (ctx.getNodeParameter('resultSource', 'service') === 'callback') {
		const sent = readTaskResult(ctx.getBodyData());
		return hasEnded(sent.task) ? decided(completed(sent)) : 'notYet';
	}
	const { atOnce } = placesFor(settings);
	const found = await withSlot(ctx, atOnce, limit, () => fetchTask(ctx, requestId, limit));
	return found ?? 'busy';
}

/**
 * Fetches the task of a callback from the service: the body of a callback can be forged, the
 * response to the API key can't.
 */
async function fetchTask(
	ctx: IWebhookFunctions,
	requestId: string,
	limit: AbortSignal,
): Promise<FetchResult> {
	const read = await settle(async () => {
		const { tasks } = (await createServiceClient(ctx)).client;
		const task = await tasks.status(requestId, limit);
		if (!hasEnded(task)) return 'notYet';
		const deadline = deadlineIn(clock, CALLBACK_BUDGET_MS);
		return decided(await readEnd(tasks, { requestId, task }, { deadline, signal: limit }));
	});
	if (read.ok) return read.value;
	const { error } = read;
	// The record of a new task may come late.
	if (error instanceof AiAppError && error.kind === 'task_not_found') return 'notYet';
	if (isToBeLogged(ctx, 'task'))
		ctx.logger.warn(
			say`"${ctx.getNode().name}" couldn't get task ${requestId} after its callback. ${readFailureReason(error)}. The service repeats the callback for about a minute.`,
		);
	return 'unread';
}

/** Of a task whose end nobody can name yet, the outputs may be late. */
function decided({ result }: CompletedTask): FetchResult {
	return endedUnnamed(result.task) ? 'notYet' : result;
}

/**
 * Empties the body. While a call is under way, n8n keeps it as bytes and, in the request and in the
 * data of its context, as one object.
 */
function releaseBody(ctx: IWebhookFunctions): void {
	const request = ctx.getRequestObject();
	const body: unknown = ctx.getBodyData();
	if (isRecord(body)) for (const name of Object.keys(body)) Reflect.deleteProperty(body, name);
	request.rawBody = Buffer.alloc(0);
}
