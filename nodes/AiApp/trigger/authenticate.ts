import type { IWebhookFunctions } from 'n8n-workflow';
import { bearerToken, boundToken, isSameToken } from '../../../client/index';
import { readSettings } from '../transport/credential';
import { expectedToken, prefixOf, type CallbackSettings } from './callbackSettings';

/** The headers of a call by name, in lower case. */
export type CallbackHeaders = Readonly<Record<string, unknown>>;

/** Task headers that select the mode or contain the token: of no use to a workflow. */
const OWN = ['authorization', 'webhook-url', 'async'];

/** n8n before 2.34 has no such function. */
type SinceN8n234 = Partial<Pick<IWebhookFunctions, 'getWebhookResourceUrl'>>;

/**
 * Callbacks return the token as Authorization, and in the header it was sent with: the one that is
 * valid only for `ownUrl`, or from senders elsewhere the token itself.
 */
export function isFromService(
	headers: CallbackHeaders,
	settings: CallbackSettings,
	ownUrl: string | undefined,
): boolean {
	const token = expectedToken(settings);
	if (token === undefined) return true;
	const accepted = [token, boundToken(token, ownUrl ?? '')];
	const values = [headers['authorization'], headers[`${prefixOf(settings)}authorization`]];
	return values.some((value) => {
		const bearer = bearerToken(typeof value === 'string' ? value : undefined);
		if (bearer === undefined) return false;
		return accepted.some((each) => each !== undefined && isSameToken(bearer, each));
	});
}

/** What a callback may repeat of what the service was sent, and mustn't bring into a workflow. */
export async function secretsAt(
	ctx: IWebhookFunctions,
): Promise<ReadonlyArray<string | undefined>> {
	const { apiKey, ...settings } = await readSettings(ctx);
	const token = expectedToken(settings);
	return [apiKey, token, token && boundToken(token, ownUrl(ctx) ?? '')];
}

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

/**
 * The custom task headers of a callback, by their names without the prefix. None without a callback
 * token: the service cannot confirm them, so anyone could have written them.
 */
export function taskHeadersOf(
	headers: CallbackHeaders,
	settings: CallbackSettings,
): Record<string, string> {
	if (expectedToken(settings) === undefined) return {};
	const prefix = prefixOf(settings);
	const custom = Object.entries(headers)
		.filter(([name]) => name.startsWith(prefix))
		.map(([name, value]): [string, string] => [name.slice(prefix.length), String(value)]);
	return Object.fromEntries(custom.filter(([name]) => !OWN.includes(name)));
}
