export type Headers = Readonly<Record<string, string>>;

/** Names in lower case and values trimmed, in the order of the names: the form that is signed. */
export function canonicalHeaders(headers: Headers): ReadonlyMap<string, string> {
	const entries = Object.entries(headers).map(
		([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')] as const,
	);
	return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
