import { excerpt } from '../parsing/say';

/** Why a storage refused a request, as far as it may be quoted. */
export type StorageError = { readonly code: string | undefined; readonly text: string };

/** Only this many characters of a message are scanned. */
const SCANNED_LENGTH = 2_000;
/** A substring of this length counts as a leaked secret. */
const TELLING_LENGTH = 12;

/**
 * Reads Code and Message of the XML that OSS and S3 respond with, and nothing else of it: the rest
 * echoes the access key, the security token and the text that was signed. A Message that echoes one
 * of the secrets is left out too.
 */
export function readStorageError(body: string, secrets: readonly string[]): StorageError {
	const code = /<Code>\s*([A-Za-z0-9._-]{1,64})\s*<\/Code>/.exec(body)?.[1];
	const message = (/<Message>([^<]*)/.exec(body)?.[1] ?? '').slice(0, SCANNED_LENGTH);
	return {
		code: code && holdsSecret(code, secrets) ? undefined : code,
		text: holdsSecret(message, secrets) ? '' : excerpt(message),
	};
}

function holdsSecret(text: string, secrets: readonly string[]): boolean {
	return secrets.some((secret) => {
		const length = Math.min(TELLING_LENGTH, secret.length);
		const starts = Array.from({ length: secret.length - length + 1 }, (_, start) => start);
		return length > 0 && starts.some((start) => text.includes(secret.slice(start, start + length)));
	});
}
