import { AiAppError, isRecord, parseHttpUrl, say, type Callback } from '../../../../client/index';
import type { Batch } from '../../batch';
import { CALLABLE_AFTER_ALL, canBeCalled } from '../../callbackAddress';

/**
 * The headers that tell the service where to report the end of an item's task.
 * @throws AiAppError kind `input` for an address or a header that cannot be sent
 */
export function readCallbackHeaders(batch: Batch, itemIndex: number): Record<string, string> {
	const { fns, client, callbackToken } = batch;
	const url = String(fns.getNodeParameter('notifyUrl', itemIndex, '')).trim();
	requireCallable(batch, itemIndex, url);
	const elsewhere = fns.getNodeParameter('sendCallbackToken', itemIndex, false) === true;
	const mayKnowToken = elsewhere || isOwnAddress(batch, url);
	const token = mayKnowToken ? callbackToken : undefined;
	return client.callbackHeaders({ url, token, headers: readHeaders(batch, itemIndex) });
}

/** @throws AiAppError kind `input` for an address in a private network, such as that of an n8n without WEBHOOK_URL */
function requireCallable({ fns, ownHosts }: Batch, itemIndex: number, url: string): void {
	const address = parseHttpUrl(url);
	if (!address || canBeCalled(address, ownHosts)) return;
	if (fns.getNodeParameter('options.allowPrivateCallback', itemIndex, false) === true) return;
	throw new AiAppError(
		'input',
		say`The service cannot call the Notify URL at ${address.origin}`,
		{},
		say`Enter an address that the service can reach. For a trigger of this n8n, set WEBHOOK_URL to the public address of n8n and copy the Production URL again. ${CALLABLE_AFTER_ALL}`,
	);
}

/** This n8n's own address is the one that it tells services to call. */
function isOwnAddress({ fns }: Batch, url: string): boolean {
	const own = parseHttpUrl(String(fns.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
	return own !== undefined && parseHttpUrl(url)?.origin === own.origin;
}

function readHeaders({ fns }: Batch, itemIndex: number): Callback['headers'] {
	const given = fns.getNodeParameter('options.taskHeaders.values', itemIndex, []);
	const list: readonly unknown[] = Array.isArray(given) ? given : [];
	return list
		.filter(isRecord)
		.map(({ name, value }) => ({ name: String(name ?? ''), value: String(value ?? '') }))
		.filter(({ name }) => name.trim() !== '');
}
