import { bearerToken, boundToken, isSameToken, taskHeaderPrefix } from '../../../client/index';
import type { AiAppCredential } from '../transport/credential';

/** What the credential says of callbacks. */
export type CallbackSettings = Pick<AiAppCredential, 'callbackToken' | 'taskHeaderPrefix'>;

/** The headers of a call by name, in lower case. */
export type Headers = Readonly<Record<string, unknown>>;

/** Task headers that chose the mode or carry the token; they tell a workflow nothing. */
const OWN = ['authorization', 'webhook-url', 'async'];

/** The token that callbacks must bring; undefined when the credential holds none. */
export function expectedToken({ callbackToken }: CallbackSettings): string | undefined {
	return callbackToken?.trim() || undefined;
}

/**
 * Callbacks bring the token back as Authorization, and under the header it was sent with: the one
 * that opens `ownUrl` only, or from senders elsewhere the token itself.
 */
export function isFromService(
	headers: Headers,
	settings: CallbackSettings,
	ownUrl: string | undefined,
): boolean {
	const token = expectedToken(settings);
	if (token === undefined) return true;
	const accepted = [token, boundToken(token, ownUrl ?? '')];
	const given = [headers['authorization'], headers[`${prefixOf(settings)}authorization`]];
	return given.some((value) => {
		const brought = bearerToken(typeof value === 'string' ? value : undefined);
		if (brought === undefined) return false;
		return accepted.some((each) => each !== undefined && isSameToken(brought, each));
	});
}

/**
 * The task headers that travelled along, by their names without the prefix. None where no token is
 * asked for: they cannot be read back, so anybody could have written them.
 */
export function metadataOf(headers: Headers, settings: CallbackSettings): Record<string, string> {
	if (expectedToken(settings) === undefined) return {};
	const prefix = prefixOf(settings);
	const travelled = Object.entries(headers)
		.filter(([name]) => name.startsWith(prefix))
		.map(([name, value]): [string, string] => [name.slice(prefix.length), String(value)]);
	return Object.fromEntries(travelled.filter(([name]) => !OWN.includes(name)));
}

function prefixOf(settings: CallbackSettings): string {
	return taskHeaderPrefix(settings.taskHeaderPrefix).toLowerCase();
}
