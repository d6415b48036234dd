import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * The same limit as for a record of the service. An item keeps several bytes for each byte of it.
 */
const MAX_BODY_BYTES = 2 * 1024 ** 2;

/**
 * The body of a callback if something is read of it besides the request ID; undefined if it's too
 * large. n8n takes 16 MB of anyone, and does nothing else while they're searched for secrets.
 */
export function bodyOfCallback(ctx: IWebhookFunctions): unknown {
	return sizeOfBody(ctx) > MAX_BODY_BYTES ? undefined : ctx.getBodyData();
}

/**
 * The size of the body in bytes. n8n keeps no bytes of a form, so its characters as JSON count
 * instead.
 */
function sizeOfBody(ctx: IWebhookFunctions): number {
	const { rawBody }: { rawBody?: Buffer } = ctx.getRequestObject();
	return rawBody?.length ?? JSON.stringify(ctx.getBodyData()).length;
}
