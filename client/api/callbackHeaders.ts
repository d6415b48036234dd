import { inputError } from '../errors/AiAppError';
import { say } from '../parsing/say';
import { parseHttpUrl } from '../parsing/urls';

/** Where the service reports the end of a task (spec: Create task, webhook mode). */
export type Callback = {
	readonly url: string;
	/**
	 * The token for the receiver, as `requireCallbackToken` returns it. The callback carries it as
	 * `Authorization: Bearer <token>`.
	 */
	readonly token: string | undefined;
	/** Custom headers to send with the task, named with or without the deployment's prefix. */
	readonly headers: readonly { readonly name: string; readonly value: string }[];
};

/** The task headers that tell the service of a callback; only `callbackHeaders` makes them. */
export type CallbackHeaders = Readonly<Record<string, string>>;

/**
 * A custom header can't have these names, in any case: such headers choose whether the service calls
 * back, or carry the callback token. Some servers read `_` as `-`.
 */
export const RESERVED_TASK_HEADERS: readonly string[] = ['async', 'authorization', 'webhook-url'];
/** The characters of a header's value. Others would end the header, or arrive changed. */
const IN_HEADER = /^[\t\x20-\x7e]*$/;

/**
 * Returns the headers by which the service calls back when the task ends.
 * @throws AiAppError kind `input` for a URL or a header that can't be sent
 */
export function callbackHeaders(prefix: string, callback: Callback): CallbackHeaders {
	const { url, token } = callback;
	const address = parseHttpUrl(url);
	if (!address)
		throw inputError(
			url.trim() === '' ? 'The callback URL is empty' : "The callback URL isn't an http(s) URL",
			{ reason: 'callbackUrl' },
		);
	const custom = callback.headers.map(({ name, value }) => customHeader(prefix, name, value));
	return {
		...Object.fromEntries(custom),
		// As the parser writes it: without line breaks, and with everything else escaped.
		[`${prefix}WebHook-Url`]: address.href,
		...(token && { [`${prefix}Authorization`]: `Bearer ${token}` }),
	};
}

function customHeader(prefix: string, name: string, value: string): [string, string] {
	const fullName = name.trim();
	const isFull = fullName.toLowerCase().startsWith(prefix.toLowerCase());
	const own = isFull ? fullName.slice(prefix.length) : fullName;
	const read = own.toLowerCase().replace(/_/g, '-');
	if (!isHeaderName(own) || RESERVED_TASK_HEADERS.includes(read))
		throw inputError(say`"${fullName}" isn't a valid header name`, {
			reason: 'headerName',
			name: prefix,
		});
	if (!IN_HEADER.test(value))
		throw inputError(
			say`The value of the header "${fullName}" contains characters that can't be sent`,
			{ reason: 'headerValue' },
		);
	return [`${prefix}${own}`, value.trim()];
}

const DEFAULT_HEADER_PREFIX = 'X-Service-Task-';

/** RFC 9110, token. */
function isHeaderName(text: string): boolean {
	return /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(text);
}

/**
 * The prefix of the deployment's task headers. A missing dash at its end is added, because it's
 * easily lost in copying.
 * @throws AiAppError kind `input` if it can't be part of a header name
 */
export function taskHeaderPrefix(text: string | undefined): string {
	const prefix = text?.trim() || DEFAULT_HEADER_PREFIX;
	if (isHeaderName(prefix)) return /[A-Za-z0-9]$/.test(prefix) ? `${prefix}-` : prefix;
	throw inputError('The prefix of the task headers contains invalid characters', {
		reason: 'headerPrefix',
		name: DEFAULT_HEADER_PREFIX,
	});
}
