import { parseHttpUrl } from './urls';

/**
 * Endings that no public name has: reserved ones (RFC 6761, 6762, 7686, 8375, 9476), and those that
 * local networks, clusters and containers resolve.
 */
const PRIVATE_SUFFIXES = [
	...['localhost', 'localdomain', 'local', 'home.arpa', 'alt', 'invalid', 'onion', 'test'],
	...['corp', 'home', 'internal', 'intranet', 'lan', 'localnet', 'private', 'workgroup'],
	...['cluster', 'consul', 'default', 'docker', 'pod', 'svc'],
];
/** A public name ends with letters, or with those of another script as DNS writes them. */
const PUBLIC_ENDING = /(?:^|\.)(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/** IPv4 ranges of machines that only a network's own members reach (IANA's special-purpose registry). */
const PRIVATE_IPV4 = [
	'0.0.0.0/8', // this network
	'10.0.0.0/8',
	'100.64.0.0/10', // behind the NAT of a provider
	'127.0.0.0/8', // this machine
	'168.63.129.16/32', // the platform service of Azure
	'169.254.0.0/16', // link-local, metadata services of clouds
	'172.16.0.0/12',
	'192.0.0.0/24', // protocol assignments, the metadata service of Oracle
	'192.168.0.0/16',
	'198.18.0.0/15', // benchmarks
	'224.0.0.0/4', // multicast
	'240.0.0.0/4', // reserved, broadcast
].map(rangeOf);

/**
 * Whether a host is this machine or in a private network, by its name or its address as it stands. All
 * IPv6 addresses count as private: files are linked by names, and some of these addresses stand for an
 * IPv4 address in a way that only the operator of a gateway knows. n8n's own SSRF protection handles
 * other names that resolve to private addresses.
 * @param hostname as the URL parser writes it
 */
export function isPrivateHost(hostname: string): boolean {
	const host = hostname.toLowerCase();
	if (host.includes(':')) return true;
	const labels = host.split('.').filter((label) => label !== '');
	if (isIpv4(labels)) return PRIVATE_IPV4.some((range) => bitsOf(labels).startsWith(range));
	const name = labels.join('.');
	if (labels.length < 2 || !PUBLIC_ENDING.test(name)) return true;
	return PRIVATE_SUFFIXES.some((suffix) => `.${name}`.endsWith(`.${suffix}`));
}

/**
 * Whether the service can probably open a URL: not a private one, unless the service itself is in a
 * private network.
 * @param serviceHosts the hosts of the service's API, with port
 */
export function isReachable(address: URL, serviceHosts: readonly string[]): boolean {
	const isNearby = serviceHosts.some((host) =>
		isPrivateHost(parseHttpUrl(`http://${host}`)?.hostname ?? host),
	);
	return isNearby || !isPrivateHost(address.hostname);
}

function isIpv4(labels: readonly string[]): boolean {
	return labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label));
}

/** The bits that all addresses of a range begin with. */
function rangeOf(range: string): string {
	const [address = '', length] = range.split('/');
	return bitsOf(address.split('.')).slice(0, Number(length));
}

function bitsOf(bytes: readonly string[]): string {
	return bytes.map((each) => Number(each).toString(2).padStart(8, '0')).join('');
}
