import { AiAppError } from '../errors/AiAppError';
import { say } from '../parsing/say';

const DEFAULT_HEADER_PREFIX = 'X-Service-Task-';

/** RFC 9110, token. */
export function isHeaderName(text: string): boolean {
	return /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(text);
}

/**
 * The prefix of the deployment's task headers, ready to be followed by a name: with its last dash,
 * which is easily lost in copying.
 * @throws AiAppError kind `input` when it could not stand in a header name
 */
export function taskHeaderPrefix(text: string | undefined): string {
	const prefix = text?.trim() || DEFAULT_HEADER_PREFIX;
	if (isHeaderName(prefix)) return /[A-Za-z0-9]$/.test(prefix) ? `${prefix}-` : prefix;
	throw new AiAppError(
		'input',
		"'Task Header Prefix' in the credential contains invalid characters",
		{},
		say`Open the AI App API credential. Under 'More Settings', use only letters, digits and dashes, e.g. ${DEFAULT_HEADER_PREFIX}.`,
	);
}
