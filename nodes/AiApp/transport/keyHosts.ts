import type { HttpFailure } from '../../../client/index';

/**
 * Why a request with the API key isn't sent; undefined if its host may get the key.
 * @param hosts those of the credential's URLs, with port
 */
export function refusedHost(url: string, hosts: readonly string[]): HttpFailure | undefined {
	if (hosts.includes(new URL(url).host)) return undefined;
	return { noAnswer: 'notSent', reason: 'host is not in the credential' };
}
