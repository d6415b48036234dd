import type { IWebhookFunctions } from 'n8n-workflow';
import {
	CALLBACK_BUDGET_MS,
	completed,
	deadlineIn,
	endedUnnamed,
	hasEnded,
	readEnd,
	readTaskResult,
	requestIdIn,
	say,
	settle,
	type Redactor,
	type TaskResult,
} from '../../../client/index';
import { callbackItem } from '../io/items/taskItems';
import { readFailureReason } from '../words/forLogs';
import { recordWithoutSecrets } from '../transport/withoutSecrets';
import { bodyOfCallback, orCallAgain, type CallbackAnswer } from '../transport/callbackAnswer';
import { readSettings } from '../transport/credential';
import { createServiceClient } from '../transport/serviceClient';
import { clock } from '../time/clock';
import { isFromService, ownUrls, redactorAt, taskHeadersOf } from './authenticate';
import { keyOfTrigger, startOnce } from './startOnce';
import { triggerOn } from './trigger.description';
import { processMemory } from '../memory/processMemory';

const BUSY: CallbackAnswer = {
	status: 503,
	message: 'Too many callbacks at once, try again later',
};
const NO_ID: CallbackAnswer = { status: 400, message: 'No request_id in the body' };
const NOT_YET: CallbackAnswer = { status: 503, message: "The task isn't finished yet" };
const UNREAD: CallbackAnswer = { status: 503, message: "Couldn't get the task from the service" };
const TOO_LARGE: CallbackAnswer = { status: 400, message: 'The body is larger than 2 MB' };
const IGNORED: CallbackAnswer = {
	status: 200,
	message: "Ignored: 'Trigger On' doesn't include this status",
};

/** Decides about one callback. */
export function receive(ctx: IWebhookFunctions): Promise<CallbackAnswer> {
	return orCallAgain(ctx, async () => (await unlessBusy(ctx, () => processCallback(ctx))) ?? BUSY);
}

async function processCallback(ctx: IWebhookFunctions): Promise<CallbackAnswer> {
	const limit = AbortSignal.timeout(CALLBACK_BUDGET_MS);
	const settings = await readSettings(ctx);
	if (!isFromService(ctx.getHeaderData(), settings, ownUrls(ctx))) {
		if (isToBeLogged(ctx, 'token'))
			ctx.logger.warn(
				say`"${ctx.getNode().name}" rejected a callback because its token was missing or wrong. The credentials of this node and of App: Run need the same 'Callback Token'. If App: Run is on another n8n instance, add this node's URL to 'Callback Token URLs' under 'More Settings' in its credential.`,
			);
		return { status: 401, message: 'Wrong or missing callback token' };
	}
	const requestId = requestIdIn(ctx.getBodyData());
	if (requestId === undefined) return NO_ID;
	const redact = redactorAt(ctx, settings);
	// The request ID is logged, and a caller who knows a secret may send that as the ID.
	if (redact(requestId) !== requestId) return NO_ID;
	const decide = async () => {
		const result = await reportedResult(ctx, requestId, redact, limit);
		if (!('task' in result)) return result;
		if (endedUnnamed(result.task)) return NOT_YET;
		const wanted = [ctx.getNodeParameter(triggerOn.name, [])].flat();
		if (!wanted.includes(result.task.status)) return IGNORED;
		const headers = taskHeadersOf(ctx.getHeaderData(), settings);
		const shown = recordWithoutSecrets(headers, redact);
		return { items: [callbackItem(result, shown as typeof headers)] };
	};
	return startOnce(ctx, requestId, limit, () => orCallAgain(ctx, decide));
}

/** The result of the task of a callback, or the answer if there's none. */
async function reportedResult(
	ctx: IWebhookFunctions,
	requestId: string,
	redact: Redactor,
	limit: AbortSignal,
): Promise<TaskResult | CallbackAnswer> {
	if (ctx.getNodeParameter('resultSource', 'service') !== 'callback')
		return fetchTask(ctx, requestId, limit);
	const body = bodyOfCallback(ctx);
	if (body === undefined) return TOO_LARGE;
	const sent = readTaskResult(recordWithoutSecrets(body, redact));
	return hasEnded(sent.task) ? completed(sent).result : NOT_YET;
}

/**
 * Fetches the task of a callback from the service: the body of a callback can be forged, the
 * response to the API key can't.
 */
async function fetchTask(
	ctx: IWebhookFunctions,
	requestId: string,
	limit: AbortSignal,
): Promise<TaskResult | CallbackAnswer> {
	const read = await settle(async () => {
		const { tasks } = (await createServiceClient(ctx)).client;
		const task = await tasks.status(requestId, limit);
		if (!hasEnded(task)) return NOT_YET;
		const deadline = deadlineIn(clock, CALLBACK_BUDGET_MS);
		const { result } = await readEnd(tasks, { requestId, task }, { deadline, signal: limit });
		return result;
	});
	if (read.ok) return read.value;
	const { error } = read;
	// The record of a new task may come late.
	if (error.kind === 'task_not_found' && !error.details.status) return NOT_YET;
	if (isToBeLogged(ctx, 'task'))
		ctx.logger.warn(
			say`"${ctx.getNode().name}" couldn't get task ${requestId} after its callback. ${readFailureReason(error)}. The service repeats the callback for about a minute.`,
		);
	return UNREAD;
}

const SILENT_FOR_MS = 60_000;

/** More callbacks of one trigger at once would delay each other until they're too late. */
const MOST_AT_ONCE = 10;

const atOnce = processMemory.inUse<number>('callbacks');
const loggedAt = processMemory.section<number>('triggerLog');

/** Processes a callback. Undefined if this trigger has too many others at work. */
async function unlessBusy<Result>(
	ctx: IWebhookFunctions,
	work: () => Promise<Result>,
): Promise<Result | undefined> {
	const key = keyOfTrigger(ctx);
	const others = atOnce.get(key) ?? 0;
	if (others >= MOST_AT_ONCE) return undefined;
	atOnce.set(key, others + 1);
	return work().finally(() => {
		const left = (atOnce.get(key) ?? 0) - 1;
		if (left > 0) atOnce.set(key, left);
		else atOnce.delete(key);
	});
}

/**
 * Whether to log a message. A trigger logs the same one at most once a minute, so that a flood of
 * calls doesn't flood the log.
 */
function isToBeLogged(ctx: IWebhookFunctions, about: 'token' | 'task'): boolean {
	const key = `${about}:${keyOfTrigger(ctx)}`;
	const isQuiet = clock.now() - (loggedAt.get(key) ?? -Infinity) >= SILENT_FOR_MS;
	if (isQuiet) loggedAt.set(key, clock.now());
	return isQuiet;
}
