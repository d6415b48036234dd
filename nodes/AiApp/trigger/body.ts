import type { IWebhookFunctions } from 'n8n-workflow';
import { isRecord } from '../../../client/index';

/**
 * Empties the body. While a call is under way, n8n keeps it as bytes and, in the request and in the
 * data of its context, as one object.
 */
export function letGoOfBody(ctx: IWebhookFunctions): void {
	const request = ctx.getRequestObject();
	const body: unknown = ctx.getBodyData();
	if (isRecord(body)) for (const name of Object.keys(body)) Reflect.deleteProperty(body, name);
	request.rawBody = Buffer.alloc(0);
}
