import type { FastifyRequest } from 'fastify';

/** Bucket and key of an object. */
export type ObjectLocation = { readonly bucket: string; readonly objectKey: string };

const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/**
 * Reads bucket and key of a request. In virtual-host style the bucket is the first label of the
 * host; in path style (for hosts without subdomains) it is the first segment of the path.
 */
export function locationOf({
	headers,
	url,
}: Pick<FastifyRequest, 'headers' | 'url'>): ObjectLocation {
	const path = decodeURIComponent(pathOf(url)).slice(1);
	const { host = '' } = headers;
	if (!OWN_HOST.test(host)) return { bucket: host.slice(0, host.indexOf('.')), objectKey: path };
	const slash = path.indexOf('/');
	return { bucket: path.slice(0, Math.max(0, slash)), objectKey: path.slice(slash + 1) };
}

/** The path of a URL as sent, without the query. */
export function pathOf(url: string): string {
	return url.replace(/\?.*$/s, '');
}
