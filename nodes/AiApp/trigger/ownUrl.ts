import type { IWebhookFunctions } from 'n8n-workflow';

/** n8n before 2.34 has no such function. */
type SinceN8n234 = Partial<Pick<IWebhookFunctions, 'getWebhookResourceUrl'>>;

/**
 * The URL that was called, as the panel shows it: users paste it into Callback URL. While the editor
 * listens it is the test URL, which n8n provides to nodes only since 2.34.
 */
export function ownUrl(ctx: IWebhookFunctions): string | undefined {
	if (ctx.getMode() !== 'manual') return ctx.getNodeWebhookUrl('default');
	const { getWebhookResourceUrl }: SinceN8n234 = ctx;
	if (getWebhookResourceUrl) return getWebhookResourceUrl.call(ctx, 'default');
	return new URL(ctx.getRequestObject().path, ctx.getInstanceBaseUrl()).href;
}
