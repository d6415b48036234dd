import { settleSync } from '../settle';
import { parseHttpUrl } from './urls';

/**
 * Endings that no public name has: reserved ones (RFC 6761, 6762, 7686, 8375, 9476), and those that
 * clusters, containers and routers resolve.
 */
const PRIVATE_SUFFIXES = [
	...['localhost', 'localdomain', 'local', 'home.arpa', 'alt', 'invalid', 'onion', 'test'],
	...['corp', 'home', 'internal', 'intranet', 'lan', 'localnet', 'private', 'workgroup'],
	...['cluster', 'consul', 'default', 'docker', 'pod', 'svc'],
	...['belkin', 'dhcp', 'fritz.box', 'gateway', 'mshome.net', 'router', 'speedport.ip'],
];
/** A public name ends with letters, or with those of another script as DNS writes them. */
const PUBLIC_ENDING = /(?:^|\.)(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/** IPv4 ranges that no public file lives on (IANA's special-purpose registry). */
const PRIVATE_IPV4 = [
	'0.0.0.0/8', // this network
	'10.0.0.0/8',
	'100.64.0.0/10', // behind the NAT of a provider
	'127.0.0.0/8', // this machine
	'168.63.129.16/32', // the platform service of Azure
	'169.254.0.0/16', // link-local, metadata services of clouds
	'172.16.0.0/12',
	'192.0.0.0/24', // protocol assignments, the metadata service of Oracle
	'192.0.2.0/24', // documentation
	'192.88.99.0/24', // relays of 6to4
	'192.168.0.0/16',
	'198.18.0.0/15', // benchmarks
	'198.51.100.0/24', // documentation
	'203.0.113.0/24', // documentation
	'224.0.0.0/4', // multicast
	'240.0.0.0/4', // reserved, broadcast
].map(rangeOf);

/**
 * All public IPv6 addresses begin with these bits. Forms of IPv4 addresses lie elsewhere:
 * compatible (::/96), translated (::ffff:0:0:0/96), NAT64 (64:ff9b::/96, 64:ff9b:1::/48). They are
 * blocked as a whole, as are the tunnels below: only the operator of a gateway knows which bits it
 * reads the embedded address from, and what it reaches there. Files are linked by names or by plain
 * addresses.
 */
const PUBLIC_IPV6 = rangeOf('2000::/3');
/**
 * IPv4 addresses in this form aren't blocked as a whole. The operating system connects to the
 * embedded IPv4 address, so that one is checked.
 */
const MAPPED_IPV4 = rangeOf('::ffff:0:0/96');
const PRIVATE_IPV6 = [
	'2001::/23', // protocol assignments, tunnels (Teredo)
	'2001:db8::/32', // documentation
	'2002::/16', // an IPv4 address in a tunnel (6to4)
	'3fff::/20', // documentation
].map(rangeOf);

/**
 * Whether a host is this machine or in a private network, by its name or its address as it stands.
 * n8n's own SSRF protection handles other names that resolve to private addresses.
 * @param hostname as the URL parser writes it
 */
export function isPrivateHost(hostname: string): boolean {
	const host = hostname.toLowerCase();
	if (host.includes(':')) return isPrivateIpv6(host.replace(/^\[|\]$/g, ''));
	const labels = host.split('.').filter((label) => label !== '');
	if (isIpv4(labels)) return isIn(PRIVATE_IPV4, bitsOf(labels, 10, 8));
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

function isPrivateIpv6(address: string): boolean {
	// The parser writes every spelling in one way, an embedded IPv4 address in hexadecimal.
	const url = settleSync(() => new URL(`http://[${address}]`));
	if (!url.ok) return true;
	const bits = ipv6Bits(url.value.hostname.slice(1, -1));
	if (bits.startsWith(MAPPED_IPV4)) return isIn(PRIVATE_IPV4, bits.slice(MAPPED_IPV4.length));
	return !bits.startsWith(PUBLIC_IPV6) || isIn(PRIVATE_IPV6, bits);
}

function isIpv4(labels: readonly string[]): boolean {
	return labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label));
}

function isIn(ranges: readonly string[], bits: string): boolean {
	return ranges.some((range) => bits.startsWith(range));
}

/** The bits that all addresses of a range begin with. */
function rangeOf(range: string): string {
	const [address = '', length] = range.split('/');
	const bits = address.includes(':') ? ipv6Bits(address) : bitsOf(address.split('.'), 10, 8);
	return bits.slice(0, Number(length));
}

/** The bits of an IPv6 address, whose one run of zeros may be written as `::`. */
function ipv6Bits(address: string): string {
	const [before = [], after = []] = address
		.split('::')
		.map((text) => text.split(':').filter((group) => group !== ''));
	const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
	return bitsOf([...before, ...zeros, ...after], 16, 16);
}

function bitsOf(numbers: readonly string[], radix: number, width: number): string {
	return numbers.map((each) => parseInt(each, radix).toString(2).padStart(width, '0')).join('');
}
