/** An object key as the path of a URL: everything but RFC 3986's unreserved characters and `/` is escaped. */
export function encodedKey(objectKey: string): string {
	return encodeURIComponent(objectKey)
		.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
		.replaceAll('%2F', '/');
}
