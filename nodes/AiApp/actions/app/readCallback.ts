import { AiAppError, parseHttpUrl, say, tokenFor, type Callback } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { readFlag, readOption, rowsOf } from '../../io/readParameter';
import { ALLOW_PRIVATE_ADVICE, isReachable } from '../../transport/callbacks';

/**
 * Where the service sends the result of an item's task.
 * @throws AiAppError kind `input` for a URL or a header that can't be sent
 */
export function readCallback(context: ExecutionContext, itemIndex: number): Callback {
	const { ctx, client } = context;
	const url = String(ctx.getNodeParameter('callbackUrl', itemIndex, '')).trim();
	requireCallable(context, itemIndex, url);
	const token = readToken(context, url);
	const callback = { url, token, headers: readHeaders(context, itemIndex) };
	client.tasks.checkCallback(callback);
	return callback;
}

/** @throws AiAppError kind `input` for a private URL, such as that of n8n without WEBHOOK_URL */
function requireCallable(
	{ ctx, ownHosts }: ExecutionContext,
	itemIndex: number,
	url: string,
): void {
	const address = parseHttpUrl(url);
	if (!address || isReachable(address, ownHosts)) return;
	if (readFlag(ctx, itemIndex, 'allowPrivateCallbackUrl')) return;
	throw new AiAppError(
		'input',
		say`'Callback URL' looks private (${address.origin})`,
		{},
		say`Enter a URL that the service can reach. For a trigger on this n8n instance, set WEBHOOK_URL to the instance's public URL and copy the production URL again. ${ALLOW_PRIVATE_ADVICE}`,
	);
}

function readToken(context: ExecutionContext, url: string): string | undefined {
	const { callbackToken, callbackTokenUrls: allowedUrls, hints } = context;
	if (callbackToken === undefined) return undefined;
	const ownOrigins = readOwnOrigins(context);
	const token = tokenFor(url, { token: callbackToken, ownOrigins, allowedUrls });
	const origin = parseHttpUrl(url)?.origin;
	if (token === undefined && origin)
		hints.add(
			say`The callback token wasn't sent to ${origin}, because that isn't a URL of this n8n instance (${ownOrigins}). An AI App Trigger there rejects the callback. To send the token, add the URL to 'Callback Token URLs' under 'More Settings' in the credential.`,
		);
	return token;
}

/** Where the webhook URLs of this n8n instance begin: production URLs and test URLs. */
function readOwnOrigins({ ctx }: ExecutionContext): string[] {
	const resumeUrl = String(ctx.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	const own = [resumeUrl, ctx.getInstanceBaseUrl()].map((url) => parseHttpUrl(url)?.origin ?? '');
	return [...new Set(own)].filter((origin) => origin !== '');
}

function readHeaders({ ctx }: ExecutionContext, itemIndex: number): Callback['headers'] {
	const { values } = readOption<{ readonly values?: unknown }>(ctx, itemIndex, 'taskHeaders', {});
	return rowsOf(values)
		.map(({ name, value }) => ({ name: String(name ?? ''), value: String(value ?? '') }))
		.filter(({ name }) => name.trim() !== '');
}
