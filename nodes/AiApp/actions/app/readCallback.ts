import { isRecord, parseHttpUrl, type Callback } from '../../../../client/index';
import type { Batch } from '../../batch';

/**
 * The headers that tell the service where to report the end of an item's task.
 * @throws AiAppError kind `input` for an address or a header that cannot be sent
 */
export function readCallbackHeaders(batch: Batch, itemIndex: number): Record<string, string> {
	const { fns, client, callbackToken } = batch;
	const url = String(fns.getNodeParameter('notifyUrl', itemIndex, '')).trim();
	const elsewhere = fns.getNodeParameter('sendCallbackToken', itemIndex, false) === true;
	const mayKnowToken = elsewhere || isOwnAddress(batch, url);
	const token = mayKnowToken ? callbackToken : undefined;
	return client.callbackHeaders({ url, token, headers: readHeaders(batch, itemIndex) });
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
