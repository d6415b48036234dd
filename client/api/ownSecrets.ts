import { inputError } from '../errors/AiAppError';
import { say } from '../parsing/say';

/** The service's responses are searched for secrets, which takes longer for longer ones. */
const LONGEST_SECRET = 512;

/** A key is sent as a bearer token, which has no blanks. The callback token may have some. */
const KEY = /^[\x21-\x7e]*$/;
const TOKEN = /^[\t\x20-\x7e]*$/;

/**
 * Returns the API key as it's sent. An empty one isn't rejected here, because the service refuses
 * it.
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
