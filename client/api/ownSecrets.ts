import { inputError } from '../errors/AiAppError';
import { say } from '../parsing/say';

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
	return requireSendable(text, KEY, 'The API key', 'apiKey');
}

/** The callback token; undefined if there is none. @throws as `requireApiKey` */
export function requireCallbackToken(text: string): string | undefined {
	return requireSendable(text, TOKEN, 'The callback token', 'callbackToken') || undefined;
}

function requireSendable(
	text: string,
	characters: RegExp,
	what: string,
	reason: 'apiKey' | 'callbackToken',
): string {
	const secret = text.trim();
	if (secret.length > LONGEST_SECRET)
		throw inputError(say`${what} has more than ${LONGEST_SECRET} characters`, { reason });
	if (characters.test(secret)) return secret;
	throw inputError(say`${what} contains a character that it can't have`, { reason });
}
