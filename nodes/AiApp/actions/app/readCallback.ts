import { AiAppError, parseHttpUrl, say, tokenFor, type Callback } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import { readFlag, readOption, rowsOf } from '../../io/readParameter';
import { CALLABLE_AFTER_ALL, canBeCalled } from '../../transport/callbackAddress';

/**
 * Where the service is to report the end of an item's task.
 * @throws AiAppError kind `input` for an address or a header that cannot be sent
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

/** @throws AiAppError kind `input` for an address in a private network, such as that of an n8n without WEBHOOK_URL */
function requireCallable(
	{ ctx, ownHosts }: ExecutionContext,
	itemIndex: number,
	url: string,
): void {
	const address = parseHttpUrl(url);
	if (!address || canBeCalled(address, ownHosts)) return;
	if (readFlag(ctx, itemIndex, 'allowPrivateCallbackUrl')) return;
	throw new AiAppError(
		'input',
		say`The service cannot call the Callback URL at ${address.origin}`,
		{},
		say`Enter an address that the service can reach. For a trigger of this n8n, set WEBHOOK_URL to the public address of n8n and copy the Production URL again. ${CALLABLE_AFTER_ALL}`,
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
			say`The callback token was not sent: ${origin} is not the address of this n8n (${ownOrigins}), and the Callback Token URLs of the credential do not name it. An AI App Trigger there answers 401.`,
		);
	return token;
}

/** The addresses that this n8n tells services to call: by production URLs, and by test URLs. */
function readOwnOrigins({ ctx }: ExecutionContext): string[] {
	const resumeUrl = String(ctx.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	const own = [resumeUrl, ctx.getInstanceBaseUrl()].map((url) => parseHttpUrl(url)?.origin ?? '');
	return [...new Set(own)].filter((origin) => origin !== '');
}

function readHeaders({ ctx }: ExecutionContext, itemIndex: number): Callback['headers'] {
	return rowsOf(readOption<unknown>(ctx, itemIndex, 'taskHeaders.values', []))
		.map(({ name, value }) => ({ name: String(name ?? ''), value: String(value ?? '') }))
		.filter(({ name }) => name.trim() !== '');
}
