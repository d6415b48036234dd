import { isPrivateHost, parseHttpUrl } from '../../../client/index';

/**
 * Whether the service can call an address: not one of a private network, unless the service itself
 * is in one.
 * @param ownHosts hosts (with port) of the credential
 */
export function canBeCalled(address: URL, ownHosts: readonly string[]): boolean {
	const isNearby = ownHosts.some((host) => isPrivateHost(hostnameOf(host)));
	return isNearby || !isPrivateHost(address.hostname);
}

/** What to do about an address that the service cannot call. */
export const CALLABLE_AFTER_ALL =
	'If the service does reach this address, switch on Allow Private Callback URL in the options. Nothing was created and nothing was charged.';

function hostnameOf(host: string): string {
	return parseHttpUrl(`http://${host}`)?.hostname ?? host;
}
