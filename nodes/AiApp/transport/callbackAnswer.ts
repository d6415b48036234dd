import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { say, settle } from '../../../client/index';

/** The response to the caller, or the items with which a workflow starts or continues. */
export type CallbackAnswer =
	| { readonly status: 200 | 400 | 401 | 503; readonly message: string }
	| { readonly items: INodeExecutionData[] };

/**
 * The decision about a callback. If it fails, the service is asked to call again. Never rejects: n8n
 * would start an execution, or resume a paused one without any of its data.
 */
export async function orCallAgain(
	ctx: IWebhookFunctions,
	decide: () => Promise<CallbackAnswer>,
): Promise<CallbackAnswer> {
	const decided = await settle(decide);
	if (decided.ok) return decided.value;
	ctx.logger.warn(
		say`"${ctx.getNode().name}" couldn't process a callback: ${decided.error.message}`,
	);
	return { status: 503, message: 'Try again later' };
}

/** Answers a callback. n8n itself does so as soon as it has items for a workflow. */
export function respond(ctx: IWebhookFunctions, answer: CallbackAnswer): IWebhookResponseData {
	if ('items' in answer) return { workflowData: [answer.items] };
	ctx.getResponseObject().status(answer.status).json({ message: answer.message });
	return { noWebhookResponse: true };
}

/**
 * A body may be as large as a record of the service. An item keeps several bytes for each byte of it.
 */
const MAX_BODY_BYTES = 2 * 1024 ** 2;

/**
 * The body of a callback if something is read of it besides the request ID; undefined if it's too
 * large. n8n takes 16 MB of anyone, and does nothing else while they're searched for secrets.
 */
export function bodyOfCallback(ctx: IWebhookFunctions): unknown {
	const { rawBody }: { rawBody?: Buffer } = ctx.getRequestObject();
	const body = ctx.getBodyData();
	// n8n keeps no bytes of a form, so its characters as JSON count instead.
	const size = rawBody?.length ?? JSON.stringify(body).length;
	return size > MAX_BODY_BYTES ? undefined : body;
}
