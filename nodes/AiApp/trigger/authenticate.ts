import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import {
	bearerToken,
	boundToken,
	isSameToken,
	parseHttpUrl,
	RESERVED_TASK_HEADERS,
	say,
	taskHeaderPrefix,
	type Redactor,
} from '../../../client/index';
import { readSettings, type Settings } from '../transport/credential';
import { secretRedactor } from '../transport/withoutSecrets';

type CallbackSettings = Pick<Settings, 'callbackToken' | 'taskHeaderPrefix'>;

/** The headers of a call by name, in lower case. */
export type ReceivedHeaders = Readonly<Record<string, unknown>>;

/** n8n before 2.34 has no such function. */
type SinceN8n234 = Partial<Pick<IWebhookFunctions, 'getWebhookResourceUrl'>>;

/**
 * Whether a call has the token of a callback, as Authorization or in the header that it was sent
 * with. It's either a token that is valid only for one of `ownUrls`, or, from senders elsewhere,
 * the callback token itself. Without a callback token in the credential, every call passes.
 */
export function isFromService(
	headers: ReceivedHeaders,
	settings: CallbackSettings,
	ownUrls: readonly string[],
): boolean {
	const { callbackToken: token } = settings;
	if (token === undefined) return true;
	const accepted = [token, ...ownUrls.map((url) => boundToken(token, url))];
	const values = [headers['authorization'], headers[`${prefixOf(settings)}authorization`]];
	return values.some((value) => {
		const bearer = bearerToken(typeof value === 'string' ? value : undefined);
		if (bearer === undefined) return false;
		return accepted.some((each) => each !== undefined && isSameToken(bearer, each));
	});
}

/**
 * Removes secrets that the service was sent, and that a callback may repeat, before they get into a
 * workflow.
 */
export function redactorAt(ctx: IWebhookFunctions, settings: Settings): Redactor {
	const { apiKey, callbackToken: token } = settings;
	const ofUrls = ownUrls(ctx).map((url) => token && boundToken(token, url));
	return secretRedactor([apiKey, token, ...ofUrls]);
}

/**
 * The URLs of this trigger: the one that the panel shows, and the same path at the URL of the
 * editor, which may differ (N8N_EDITOR_BASE_URL). App: Run uses a different token for each of them.
 */
export function ownUrls(ctx: IWebhookFunctions): string[] {
	const shown = parseHttpUrl(shownUrl(ctx));
	const editor = parseHttpUrl(ctx.getInstanceBaseUrl());
	const origins = [shown?.origin, editor?.origin].filter((origin) => origin !== undefined);
	return shown ? origins.map((origin) => `${origin}${shown.pathname}`) : [];
}

/** While the editor listens it is the test URL, which n8n provides to nodes only since 2.34. */
function shownUrl(ctx: IWebhookFunctions): string | undefined {
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
	headers: ReceivedHeaders,
	settings: CallbackSettings,
): Record<string, string> {
	if (settings.callbackToken === undefined) return {};
	const prefix = prefixOf(settings);
	const custom = Object.entries(headers)
		.filter(([name]) => name.startsWith(prefix))
		.map(([name, value]): [string, string] => [name.slice(prefix.length), String(value)]);
	return Object.fromEntries(custom.filter(([name]) => !RESERVED_TASK_HEADERS.includes(name)));
}

/** The prefix of task headers, in lower case as headers arrive. */
function prefixOf(settings: CallbackSettings): string {
	return taskHeaderPrefix(settings.taskHeaderPrefix).toLowerCase();
}

/**
 * Runs when the trigger starts to listen. The editor can't show what is missing in a credential, so
 * the log does; the panels of node and credential say it in general.
 */
export async function warnWithoutToken(ctx: IHookFunctions): Promise<void> {
	const { callbackToken } = await readSettings(ctx);
	if (callbackToken !== undefined) return;
	ctx.logger.warn(
		say`"${ctx.getNode().name}" has no 'Callback Token' in its credential, so anyone who knows its URL can start this workflow`,
	);
}
