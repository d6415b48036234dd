import { isPrivateHost, parseHttpUrl } from '../../../client/index';

/**
 * Whether the service can probably call a URL: not a private one, unless the service itself is in a
 * private network.
 * @param ownHosts hosts (with port) of the credential
 */
export function canBeCalled(address: URL, ownHosts: readonly string[]): boolean {
	const isNearby = ownHosts.some((host) => isPrivateHost(hostnameOf(host)));
	return isNearby || !isPrivateHost(address.hostname);
}

/** What to do about a URL that looks private. */
export const CALLABLE_AFTER_ALL =
	"If the service can reach this URL, turn on 'Allow Private Callback URL' in the options. You weren't charged.";

function hostnameOf(host: string): string {
	return parseHttpUrl(`http://${host}`)?.hostname ?? host;
}
