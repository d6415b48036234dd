import type { ByteStream, HttpFailure } from '../../../client/index';

/** The text of a body, or undefined if it's longer than allowed; then the rest isn't read. */
export async function textOf(stream: ByteStream, maxBytes: number): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of stream) {
		size += chunk.length;
		// Leaving the loop destroys the stream and with it the connection.
		if (size > maxBytes) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

export function tooLarge(maxBytes: number): HttpFailure {
	return { noAnswer: 'tooLarge', reason: `more than ${maxBytes / 1024 ** 2} MB` };
}

/** Headers with names in lower case, as plain texts. */
export function normalizeHeaders(
	headers: Readonly<Record<string, unknown>>,
): Record<string, string> {
	const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
