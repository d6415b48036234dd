import { inputError } from '../errors/AiAppError';
import { groupedDigits, say } from '../parsing/say';

/** Secrets are looked for in everything that the service sends, which takes longer for longer ones. */
const LONGEST_SECRET = 512;

/** The characters of a bearer token, and some more: all of them can be sent in a header. */
const KEY = /^[\x21-\x7e]*$/;
const TOKEN = /^[\t\x20-\x7e]*$/;

/**
 * The API key, to be sent. An empty one is for the service to refuse.
 * @throws AiAppError kind `input` for one that no header can carry
 */
export function requireApiKey(text: string): string {
	const key = text.trim();
	if (key.length > LONGEST_SECRET) throw unusable('The API key', IS_LONG, 'apiKey');
	if (!KEY.test(key))
		throw unusable('The API key', "contains a character that keys can't have", 'apiKey');
	return key;
}

/** The callback token; undefined if there is none. @throws as `requireApiKey` */
export function requireCallbackToken(text: string): string | undefined {
	const token = text.trim();
	if (token.length > LONGEST_SECRET) throw unusable('The callback token', IS_LONG, 'callbackToken');
	if (!TOKEN.test(token))
		throw unusable(
			'The callback token',
			"contains characters that can't be sent in a header",
			'callbackToken',
		);
	return token || undefined;
}

const IS_LONG = `has more than ${groupedDigits(LONGEST_SECRET)} characters`;

function unusable(what: string, why: string, reason: 'apiKey' | 'callbackToken') {
	return inputError(say`${what} ${why}`, { reason });
}
