import { attemptedNow } from './attempted';

/** No server takes more, and host names of other scripts take long to read. */
const LONGEST_ADDRESS = 16_384;

/** A URL, or undefined when the text is none or is neither http nor https. */
export function parseHttpUrl(text: string): URL | undefined {
	if (text.length > LONGEST_ADDRESS) return undefined;
	const result = attemptedNow(() => new URL(text.trim()));
	if (!result.ok) return undefined;
	return /^https?:$/.test(result.value.protocol) ? result.value : undefined;
}

/**
 * An address as a user pastes it (trailing slash, `/v1` at the end, spaces) in the form that paths
 * are appended to: `https://host[:port][/prefix]`. Undefined when it is no http(s) address.
 */
export function normalizedAddress(text: string): string | undefined {
	const url = parseHttpUrl(text);
	if (!url || url.username || url.password) return undefined;
	const prefix = withoutSlashes(withoutSlashes(url.pathname).replace(/\/v1$/, ''));
	return `${url.origin}${prefix}`;
}

/** Step by step: an expression would start over at each of many slashes. */
function withoutSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end -= 1;
	return path.slice(0, end);
}

/**
 * Whether a host is this machine or a private network by its literal. Names that resolve to private
 * addresses are the business of n8n's own SSRF protection.
 */
export function isPrivateHost(hostname: string): boolean {
	const host = hostname
		.toLowerCase()
		.replace(/^\[|\]$/g, '')
		.replace(/\.$/, '');
	if (host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.local')) return true;
	return host.includes(':') ? isPrivateIpv6(host) : isPrivateIpv4(host);
}

function isPrivateIpv4(host: string): boolean {
	const parts = host.split('.').map(Number);
	if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part))) return false;
	const [a = 0, b = 0] = parts;
	if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
	if (a === 100) return b >= 64 && b <= 127;
	if (a === 169) return b === 254;
	if (a === 172) return b >= 16 && b <= 31;
	return a === 192 && b === 168;
}

function isPrivateIpv6(host: string): boolean {
	// The URL parser writes an embedded IPv4 address in hexadecimal: ::ffff:7f00:1.
	const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
	if (mapped) return isPrivateIpv4(dotted(mapped[1] ?? '', mapped[2] ?? ''));
	return host === '::' || host === '::1' || /^f[cd]/.test(host) || /^fe[89ab]/.test(host);
}

function dotted(high: string, low: string): string {
	const value = [parseInt(high, 16), parseInt(low, 16)];
	return value.flatMap((half) => [half >> 8, half & 255]).join('.');
}
